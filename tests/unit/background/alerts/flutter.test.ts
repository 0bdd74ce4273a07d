import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { firings } from '@/lib/storage/values/alerts.ts';
import {
  ABOVE,
  created,
  endWorker,
  makeWorkersMortal,
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
async function flutter(cooldownSeconds: number, seconds: number): Promise<void> {
  await setRules({
    ...ABOVE,
    rearmBandPercent: '0',
    repeat: { mode: 'repeating', cooldownSeconds },
  });
  let worker = await startWorker();
  for (let count = 0; Date.now() < START_MS + seconds * 1_000; count += 1) {
    await worker.price(count % 2 === 0 ? '64990' : '65010');
    if (count % 40 !== 39) continue;
    endWorker(worker);
    worker = await startWorker();
  }
  endWorker(worker);
}

describe('a price that flutters around a level', () => {
  it('cannot send more than the cooldown allows, also across deaths of the worker', async () => {
    await flutter(60, 300);
    const times = (await firings.getValue()).map(({ at }) => at);
    expect(times.length).toBeGreaterThan(2);
    expect(times.length).toBeLessThanOrEqual(5);
    expect(created).toHaveLength(times.length);
  });

  it('auto-pauses an alert without a cooldown, and says what to change', async () => {
    const show = vi.spyOn(fakeBrowser.notifications, 'create');
    await flutter(0, 120);
    expect(await firings.getValue()).toHaveLength(15);
    const said = show.mock.calls.map((given) => JSON.stringify(given));
    expect(said.filter((text) => /cooldown.*reset distance/.test(text))).toHaveLength(1);
  });
});
