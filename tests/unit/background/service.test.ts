import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createRecorder } from '@/lib/background/recorder.ts';
import { createService } from '@/lib/background/service.ts';
import { requestBudget } from '@/lib/storage/connection.ts';
import { startPriceService, type PriceService } from '../../price-service/server.ts';
import { BTC } from './feeds.ts';

let service: PriceService;

beforeEach(async () => {
  service = await startPriceService({ updatesPerSecond: 0 });
});
afterEach(() => service.close());

/** How many requests count, after each of these calls: answered (true) or cut off (false). */
async function countsAfter(calls: readonly boolean[]): Promise<number[]> {
  const { once } = createService({ baseUrl: service.url, headers: [] }, createRecorder());
  const counts: number[] = [];
  for (const isAnswered of calls) {
    if (!isAnswered) service.fail({ kind: 'reset', where: 'before', times: 1 });
    await once.getLatestPriceUpdates([BTC]).catch(() => {});
    counts.push((await requestBudget.getValue()).sentAt.length);
  }
  return counts;
}

it('counts a request twice whose kept connection may have broken: the browser repeats it', async () => {
  expect(await countsAfter([true, false])).toEqual([1, 3]);
});

it('counts further failures once: a connection is kept only after an answer', async () => {
  expect(await countsAfter([false, false, true, false])).toEqual([2, 3, 4, 6]);
});

it('counts a request once that the user gave up', async () => {
  const { once } = createService({ baseUrl: service.url, headers: [] }, createRecorder());
  const controller = new AbortController();
  service.fail({ kind: 'hang', where: 'before' });
  const call = once.getLatestPriceUpdates([BTC], { signal: controller.signal });
  await expect.poll(() => service.requests.length).toBe(1);
  controller.abort();
  await expect(call).rejects.toThrow();
  expect((await requestBudget.getValue()).sentAt).toHaveLength(1);
});

it('reports the Date header of an answer where it can be read', async () => {
  const onDate = vi.fn();
  const { once } = createService(
    { baseUrl: service.url, headers: [] },
    { ...createRecorder(), onDate },
  );
  await once.getLatestPriceUpdates([BTC]);
  const [seen] = onDate.mock.calls.map(([date]) => date as { dateMs: number });
  expect(Math.abs(Date.now() - (seen?.dateMs ?? 0))).toBeLessThan(60_000);
});
