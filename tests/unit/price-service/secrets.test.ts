import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { PriceServiceClient } from '@/lib/price-service/index.ts';
import type { Fault } from '../../price-service/server.ts';
import { startService } from './service.ts';
import { BTC, logStream, rejectionOf, until } from './support.ts';

const PATH_TOKEN = 'planted-path-token';
const HEADER_TOKEN = 'planted-header-token';
const HEADERS = { Authorization: `Bearer ${HEADER_TOKEN}`, 'X-Api-Key': `${HEADER_TOKEN}-2` };

/** The response of a hostile proxy: both secrets, alone and within other text. */
const ECHO = `Cannot GET /${PATH_TOKEN}/hermes/v2 with Bearer ${HEADER_TOKEN}, ${HEADER_TOKEN}-2`;

/** Returns every property of the error and its causes, including hidden ones. */
function everythingIn(error: unknown): string {
  return inspect(error, { showHidden: true, depth: 20, maxStringLength: null, getters: true });
}

const FAULTS: Fault[] = [
  { kind: 'status', status: 401, body: ECHO, headers: { 'content-type': 'text/plain' } },
  { kind: 'status', status: 404, body: `${'x'.repeat(280)} ${ECHO}` },
  { kind: 'status', status: 502, body: JSON.stringify({ error: ECHO }) },
  { kind: 'status', status: 500, body: ECHO, headers: { 'content-type': 'application/json' } },
  { kind: 'redirect', status: 302, location: `http://[bad/${PATH_TOKEN}/${HEADER_TOKEN}` },
  { kind: 'redirect', status: 302, location: `ftp://h.example/${PATH_TOKEN}` },
  { kind: 'redirect', status: 307, location: `http://127.0.0.1:1/${PATH_TOKEN}` },
  { kind: 'reset', where: 'before' },
  { kind: 'reset', where: 'body' },
  { kind: 'hang', where: 'before' },
  { kind: 'truncate' },
  { kind: 'malformed' },
  { kind: 'body', body: ECHO },
  { kind: 'body', body: HEADER_TOKEN },
  { kind: 'body', body: `["${PATH_TOKEN}" ${HEADER_TOKEN}]` },
  { kind: 'body', body: `"${ECHO}` },
  { kind: 'body', body: `{"binary":"${ECHO}"}` },
  { kind: 'body', body: `{"binary":{"data":[],"encoding":"${HEADER_TOKEN}"}}` },
];

describe('no error contains a header value or the path of the base URL', () => {
  it.each(FAULTS)('after %j', async (fault) => {
    const service = await startService({ prefix: `/${PATH_TOKEN}/hermes` });
    service.fail(fault);
    const client = new PriceServiceClient(service.url, {
      headers: HEADERS,
      httpRetries: 0,
      ...(fault.kind === 'hang' ? { timeoutMs: 50 } : {}),
    });
    const rejection = await rejectionOf(client.getLatestPriceUpdates([BTC]));
    expect(rejection).toBeInstanceOf(Error);
    expect(everythingIn(rejection)).not.toMatch(/planted/);

    const log = logStream(client.getPriceUpdatesStream([BTC]));
    if (fault.kind === 'truncate' || fault.kind === 'malformed') return;
    await until(() => log.errors.length > 0);
    expect(everythingIn(log.errors)).not.toMatch(/planted/);
  });

  it('after a message from the service in a stream', async () => {
    const service = await startService({ prefix: `/${PATH_TOKEN}/hermes` });
    const lines = `event: error\ndata: ${ECHO}\n\ndata: ${ECHO}\n\ndata: {"binary":"${ECHO}"}\n\n`;
    service.fail({ kind: 'stream-lines', lines });
    const client = new PriceServiceClient(service.url, { headers: HEADERS });
    const log = logStream(client.getPriceUpdatesStream([BTC]));
    await until(() => log.errors.length === 3);
    expect(everythingIn(log.errors)).not.toMatch(/planted/);
    expect(log.errors[0]?.message).toBe('Cannot GET …/v2 with …, …');
  });

  it('if the error of fetch contains its arguments', async () => {
    const client = new PriceServiceClient(`https://h.example/${PATH_TOKEN}`, {
      headers: HEADERS,
      httpRetries: 0,
      fetch: async (url, { headers }) => {
        const cause = new TypeError(new Headers(headers).get('authorization') ?? '');
        throw Object.assign(new TypeError(`no ${url}`, { cause }), { url });
      },
    });
    const rejection = await rejectionOf(client.getLatestPriceUpdates([BTC]));
    expect(everythingIn(rejection)).not.toMatch(/planted/);
    expect(rejection).toHaveProperty('cause.name', 'TypeError');
  });
});
