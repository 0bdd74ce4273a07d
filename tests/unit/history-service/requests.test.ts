import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { HistoryServiceClient } from '@/lib/history-service/index.ts';
import type { Fault } from '../../price-service/server.ts';
import { clientOf, LAST_20, rejectionOf, startService, summaryOf } from './support.ts';

const TOKEN = 'planted-header-token';
const ECHO = `Cannot GET /planted-path-token/v1 with Bearer ${TOKEN}`;

const FAULTS: Fault[] = [
  { kind: 'status', status: 401, body: ECHO },
  { kind: 'status', status: 404, body: `${'x'.repeat(280)} ${ECHO}` },
  { kind: 'body', body: ECHO },
  { kind: 'body', body: JSON.stringify({ s: 'error', errmsg: ECHO }) },
  { kind: 'body', body: JSON.stringify({ s: TOKEN }) },
  { kind: 'redirect', status: 302, location: `http://127.0.0.1:1/${TOKEN}` },
  { kind: 'reset', where: 'before' },
  { kind: 'hang', where: 'body' },
];

describe('the headers', () => {
  it('are sent with every call', async () => {
    const service = await startService({
      requireHeader: { name: 'Authorization', value: 'Bearer t' },
    });
    const client = clientOf(service, { headers: { authorization: 'Bearer t' } });
    expect((await client.getCandles(LAST_20)).candles).toHaveLength(21);
    const error = await rejectionOf(clientOf(service).getCandles(LAST_20));
    expect(summaryOf(error)).toMatchObject({ status: 401, detail: 'unauthorized' });
  });

  it.each(FAULTS)('are in no error, after %j', async (fault) => {
    const service = await startService({ prefix: '/planted-path-token/v1/real_time' });
    service.fail(fault);
    const client = clientOf(service, {
      headers: { Authorization: `Bearer ${TOKEN}` },
      timeoutMs: 500,
    });
    const error = await rejectionOf(client.getCandles(LAST_20));
    const seen = inspect(error, {
      showHidden: true,
      depth: 20,
      maxStringLength: null,
      getters: true,
    });
    expect(seen).not.toMatch(/planted/);
  });

  it('never follow a redirect, to whichever site', async () => {
    const other = await startService();
    const service = await startService();
    service.fail({ kind: 'redirect', status: 307, location: `${other.url}/history` });
    const client = clientOf(service, { headers: { 'x-key': TOKEN }, httpRetries: 3 });
    await rejectionOf(client.getCandles(LAST_20));
    expect(other.requests).toEqual([]);
    expect(service.requests).toHaveLength(1);
  });
});

describe('another attempt', () => {
  it.each<[Fault, number]>([
    [{ kind: 'status', status: 503 }, 2],
    [{ kind: 'reset', where: 'before' }, 2],
    [{ kind: 'status', status: 401 }, 1],
    [{ kind: 'status', status: 403 }, 1],
    [{ kind: 'status', status: 404 }, 1],
    [{ kind: 'status', status: 429 }, 1],
    [{ kind: 'malformed' }, 1],
    [{ kind: 'hang', where: 'before' }, 1],
  ])('after %j: %i requests', async (fault, requests) => {
    const service = await startService();
    service.fail(fault);
    const timeoutMs = fault.kind === 'hang' ? 300 : 60_000;
    const client = new HistoryServiceClient(service.url, { timeoutMs });
    await rejectionOf(client.getCandles(LAST_20));
    expect(service.requests).toHaveLength(requests);
  });

  it('asks for its turn like the first one', async () => {
    const service = await startService();
    service.fail({ kind: 'status', status: 503, times: 1 });
    let turns = 0;
    const client = new HistoryServiceClient(service.url, {
      beforeRequest: async () => {
        turns += 1;
      },
    });
    await client.getCandles(LAST_20);
    expect(turns).toBe(2);
  });
});

it('an abort ends a call with its reason', async () => {
  const service = await startService();
  service.fail({ kind: 'delay', ms: 10_000 });
  const controller = new AbortController();
  const call = clientOf(service).getCandles(LAST_20, { signal: controller.signal });
  controller.abort(new Error('left'));
  expect(await rejectionOf(call)).toHaveProperty('message', 'left');
});
