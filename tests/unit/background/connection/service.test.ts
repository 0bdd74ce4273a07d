import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { describeFailure } from '@/lib/background/connection/failure.ts';
import { createService, WITHOUT_RETRIES } from '@/lib/background/connection/service.ts';
import type { ServiceSettings } from '@/lib/domain/settings.ts';
import { SPARE } from '@/lib/background/history/next-task.ts';
import { RequestPausedError } from '@/lib/domain/connection/state.ts';
import { RedirectError } from '@/lib/price-service/index.ts';
import { startPriceService, type PriceService } from '../../../price-service/server.ts';
import { budget, budgetOf } from '../../storage/requests/budgets.ts';
import { BTC } from '../feeds.ts';
import { serviceWith } from '../../domain/connection/services.ts';

const LATEST = '/v2/updates/price/latest';

let service: PriceService;

beforeEach(async () => {
  service = await startPriceService({ updatesPerSecond: 0 });
});
afterEach(() => service.close());

/** How many requests count, after each of these calls: answered (true) or cut off (false). */
async function countsAfter(calls: readonly boolean[]): Promise<number[]> {
  const { client } = createService(serviceWith({ baseUrl: service.url }));
  const counts: number[] = [];
  for (const isAnswered of calls) {
    if (!isAnswered) service.fail({ kind: 'reset', where: 'before', times: 1 });
    await client.getLatestPriceUpdates([BTC], WITHOUT_RETRIES).catch(() => {});
    counts.push((await budgetOf(service.url)).sentAt.length);
  }
  return counts;
}

it('counts a request three times if its reused connection may have broken: the browser repeats it', async () => {
  expect(await countsAfter([true, false])).toEqual([1, 4]);
});

it('counts further failures once: only an answer leaves a connection to reuse', async () => {
  expect(await countsAfter([false, false, true, false])).toEqual([2, 3, 4, 7]);
});

it('tells how fast a call succeeded, and nothing about one that failed', async () => {
  const onSuccess = vi.fn();
  const { client } = createService(serviceWith({ baseUrl: service.url }), { onSuccess });
  await client.getLatestPriceUpdates([BTC]);
  service.fail({ kind: 'status', status: 404 });
  await expect(client.getLatestPriceUpdates([BTC])).rejects.toThrow('404');
  expect(onSuccess.mock.calls).toEqual([[expect.any(Number)]]);
});

it('counts a redirect that the browser follows by itself', async () => {
  const { client } = start();
  service.fail({ kind: 'redirect', status: 307, location: `${LATEST}?ids[]=${BTC}`, times: 1 });
  await client.getLatestPriceUpdates([BTC], WITHOUT_RETRIES);
  expect((await budgetOf(service.url)).sentAt).toHaveLength(service.requests.length);
});

it('counts each request of a redirect that it follows with headers', async () => {
  const connection = withKey();
  const { client } = createService(connection);
  service.fail({ kind: 'redirect', status: 307, location: `${LATEST}?ids[]=${BTC}`, times: 1 });
  await client.getLatestPriceUpdates([BTC], WITHOUT_RETRIES);
  expect(service.requests.map(({ headers }) => headers['x-key'])).toEqual(['planted', 'planted']);
  expect((await budgetOf(service.url)).sentAt).toHaveLength(2);
});

it('does not retry a call whose redirect leads away from the headers', async () => {
  const other = await startPriceService({ requireHeader: { name: 'X-Key', value: 'planted' } });
  onTestFinished(() => other.close());
  const connection = withKey();
  const { client } = createService(connection);
  service.fail({ kind: 'redirect', status: 307, location: `${other.url}${LATEST}` });
  const error = await client.getLatestPriceUpdates([BTC]).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(RedirectError);
  expect(service.requests).toHaveLength(1);
  expect(describeFailure(error)).toEqual({
    reason: { code: 'redirected' },
    remedy: 'connection',
    outcome: { kind: 'failed', problem: { code: 'redirected' } },
  });
});

it('counts an aborted request once', async () => {
  const { client } = createService(serviceWith({ baseUrl: service.url }));
  const controller = new AbortController();
  service.fail({ kind: 'hang', where: 'before' });
  const call = client.getLatestPriceUpdates([BTC], {
    ...WITHOUT_RETRIES,
    signal: controller.signal,
  });
  await expect.poll(() => service.requests.length).toBe(1);
  controller.abort();
  await expect(call).rejects.toThrow();
  expect((await budgetOf(service.url)).sentAt).toHaveLength(1);
});

describe('a pause that the service asks for', () => {
  it('begins with the headers: no request follows a 429 whose body hangs', async () => {
    const { client, whenSpare } = start();
    service.fail({ kind: 'status', status: 429, body: 'Too many requests', hangs: true });
    const refused = client
      .getLatestPriceUpdates([BTC], WITHOUT_RETRIES)
      .catch((error: unknown) => error);
    await vi.waitFor(() => expect(service.requests[0]?.status).toBe(429));
    await vi.waitFor(async () => expect(await budget.pauseEndsAt(service.url)).not.toBeNull());
    for (const call of [
      client.getLatestPriceUpdates([BTC]),
      client.getPriceFeeds(),
      client.getPriceUpdatesAtTimestamp(1_700_000_000, [BTC], whenSpare(SPARE.reference)),
    ]) {
      await expect(call).rejects.toBeInstanceOf(RequestPausedError);
    }
    expect(service.requests).toHaveLength(1);
    expect(await refused).toMatchObject({ status: 429 });
  });

  it('ends the retries after a 503 with Retry-After', async () => {
    const { client } = start();
    service.fail({ kind: 'status', status: 503, headers: { 'retry-after': '40' } });
    const before = Date.now();
    const error = await client.getLatestPriceUpdates([BTC]).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(RequestPausedError);
    expect(service.requests).toHaveLength(1);
    expect((await budgetOf(service.url)).pausedUntil).toBeGreaterThanOrEqual(before + 40_000);
  });

  it('also follows from a refused stream', async () => {
    const { client } = start();
    service.fail({ kind: 'status', status: 503, headers: { 'retry-after': '40' } });
    const stream = client.getPriceUpdatesStream([BTC]);
    await vi.waitFor(async () => expect(await budget.pauseEndsAt(service.url)).not.toBeNull());
    stream.close();
  });

  it('does not follow from a 503 without Retry-After', async () => {
    const { client } = start();
    service.fail({ kind: 'status', status: 503 });
    await expect(client.getLatestPriceUpdates([BTC], WITHOUT_RETRIES)).rejects.toThrow('503');
    expect(await budget.pauseEndsAt(service.url)).toBeNull();
  });
});

/** The service's settings with a header. */
function withKey(): ServiceSettings {
  const headers = [{ name: 'X-Key', value: 'planted' }];
  return serviceWith({ baseUrl: service.url, headers });
}

function start() {
  return createService(serviceWith({ baseUrl: service.url }));
}
