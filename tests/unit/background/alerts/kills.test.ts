import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { firings } from '@/lib/storage/values/alerts.ts';
import { readLatestPrices } from '@/lib/storage/values/latest-prices.ts';
import { BTC } from '../feeds.ts';
import {
  created,
  EITHER,
  endWorker,
  makeWorkersMortal,
  REPEATING,
  setRules,
  START_MS,
  startWorker,
  timesShown,
  passMinute,
} from './alert-worker.ts';

// Two samples on each side. A death costs at most one sample, so no crossing may be lost.
const WALK = ['64000', '64010', '66000', '66010', '64000', '63990', '67000', '67010'];
const CROSSINGS = ['above', 'below', 'above'];
// More than any of the walks below causes.
const MANY_EFFECTS = 60;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now: START_MS });
  makeWorkersMortal();
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** Plays the walk. The worker dies at an effect; the next one continues with the next price. */
async function play(
  effect: number,
  when: 'before' | 'after',
  onDeath: () => Promise<void> = async () => {},
): Promise<{ died: boolean; directions: string[] }> {
  await fakeBrowser.storage.local.clear();
  await fakeBrowser.storage.session.clear();
  for (const id of Object.keys(await fakeBrowser.notifications.getAll())) {
    await fakeBrowser.notifications.clear(id);
  }
  created.length = 0;
  await setRules({ ...EITHER, ...REPEATING });
  let worker = await startWorker({ effect, when });
  let died = false;
  for (const price of WALK) {
    if (worker.life.isDead) {
      died = true;
      await onDeath();
      worker = await startWorker();
    }
    passMinute();
    await worker.price(price);
  }
  if (worker.life.isDead) {
    died = true;
    worker = await startWorker();
  }
  await worker.tick();
  endWorker(worker);
  const history = await firings.getValue();
  const directions = history
    .filter(({ missed }) => !missed)
    .map(({ what }) => (what.kind === 'crosses' ? what.direction : what.kind));
  return { died, directions };
}

describe('a worker that dies at any of its writes and notifications', () => {
  it.each(['before', 'after'] as const)(
    'delivers each crossing exactly once if it dies %s the effect',
    async (when) => {
      let deaths = 0;
      for (let effect = 1; effect <= MANY_EFFECTS; effect += 1) {
        const { died, directions } = await play(effect, when);
        const where = `${when} effect ${effect}`;
        expect(directions, where).toEqual(CROSSINGS);
        expect(Object.values(await timesShown()), where).toEqual([1, 1, 1]);
        for (const { delivered } of await firings.getValue()) {
          expect(delivered, where).toBe('notified');
        }
        deaths += died ? 1 : 0;
        if (!died) break;
      }
      expect(deaths).toBeGreaterThan(15);
      expect(deaths).toBeLessThan(MANY_EFFECTS);
    },
  );

  it('delivers nothing twice and everything stored if the browser ends too', async () => {
    let deaths = 0;
    for (let effect = 1; effect <= MANY_EFFECTS; effect += 1) {
      const { died, directions } = await play(effect, 'after', () =>
        fakeBrowser.storage.session.clear(),
      );
      const history = await firings.getValue();
      expect(new Set(history.map(({ id }) => id)).size).toBe(history.length);
      // Two in a row in the same direction would be one crossing delivered twice.
      const all = history.map(({ what }) => (what.kind === 'crosses' ? what.direction : ''));
      for (const [at, direction] of all.entries()) expect(direction).not.toBe(all[at - 1]);
      expect(directions.length).toBeGreaterThanOrEqual(CROSSINGS.length - 1);
      const times = await timesShown();
      for (const { id, missed } of history) expect(times[id]).toBe(missed ? 0 : 1);
      deaths += died ? 1 : 0;
      if (!died) break;
    }
    expect(deaths).toBeGreaterThan(15);
  });

  it('stores a price in the same write as the states that it changed', async () => {
    await setRules({ ...EITHER, ...REPEATING });
    const worker = await startWorker();
    await worker.price('64000');
    const writes: string[][] = [];
    fakeBrowser.storage.session.onChanged.addListener((changes) => {
      writes.push(Object.keys(changes));
    });
    await worker.price('66000');
    expect(writes.filter((keys) => keys.includes(`latest:${BTC}`))).toEqual([
      expect.arrayContaining([`latest:${BTC}`, `alerts:${BTC}`]),
    ]);
    expect((await readLatestPrices([BTC], '')).get(BTC)?.price).toBe('66000');
  });
});
