import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { firings } from '@/lib/storage/values/alerts.ts';
import {
  ABOVE,
  created,
  endWorker,
  makeWorkersMortal,
  REPEATING,
  setRules,
  START_MS,
  startWorker,
} from './alert-worker.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now: START_MS });
  makeWorkersMortal();
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/**
 * The price goes to the other side of the level with each response, and a worker dies now and then.
 */
async function flutter(seconds: number): Promise<void> {
  await setRules({
    ...ABOVE,
    ...REPEATING,
  });
  let worker = await startWorker();
  for (let count = 0; Date.now() < START_MS + seconds * 1_000; count += 1) {
    await worker.price(count % 2 === 0 ? '64900' : '65100');
    if (count % 40 !== 39) continue;
    endWorker(worker);
    worker = await startWorker();
  }
  endWorker(worker);
}

describe('a price that flutters around a level', () => {
  it('cannot send more than the cooldown allows, also across deaths of the worker', async () => {
    await flutter(300);
    const times = (await firings.getValue()).map(({ at }) => at);
    expect(times.length).toBeGreaterThan(2);
    expect(times.length).toBeLessThanOrEqual(5);
    expect(created).toHaveLength(times.length);
  });
});
