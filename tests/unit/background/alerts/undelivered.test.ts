import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import type { Firing } from '@/lib/domain/alerts/model/firing.ts';
import { alertSettings, firings } from '@/lib/storage/values/alerts.ts';
import { followedFeeds } from '@/lib/storage/values/catalog.ts';
import { BTC, ETH, EUR } from '../feeds.ts';
import {
  ABOVE,
  created,
  EITHER,
  endWorker,
  makeWorkersMortal,
  passMinute,
  REPEATING,
  setRules,
  START_MS,
  startWorker,
  timesShown,
  type Worker,
} from './alert-worker.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const workers: Worker[] = [];

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now: START_MS });
  makeWorkersMortal();
  // From an hour before the start to nine hours after.
  vi.spyOn(Temporal.Now, 'timeZoneId').mockReturnValue('UTC');
  const quietHours = { enabled: true, from: '23:00', to: '09:00', days: [1, 2, 3, 4, 5, 6, 7] };
  await alertSettings.setValue({ ...alertSettings.fallback, quietHours });
  await followedFeeds.setValue({
    [BTC]: { display_symbol: 'BTC/USD' },
    [ETH]: { display_symbol: 'ETH/USD' },
    [EUR]: { display_symbol: 'EUR/USD' },
  });
});

afterEach(() => {
  for (const worker of workers.splice(0)) endWorker(worker);
  vi.useRealTimers();
  vi.restoreAllMocks();
});

async function start(): Promise<Worker> {
  const worker = await startWorker(null, [BTC, ETH, EUR]);
  workers.push(worker);
  return worker;
}

function held(alertId: string, count: number, change: Partial<Firing> = {}): Firing[] {
  return Array.from({ length: count }, (_, index) => ({
    id: `${alertId}.seed-${index}.${index}`,
    alertId,
    feedId: BTC,
    at: START_MS - HOUR_MS + index,
    what: { kind: 'crosses', direction: 'above', level: '650' },
    missed: false,
    price: null,
    delivered: 'pending',
    seenAt: null,
    ...change,
  }));
}

it('delivers held firings after the browser was closed for a month', async () => {
  await setRules(ABOVE);
  await firings.setValue(held('a0', 1));
  vi.setSystemTime(START_MS + 31 * DAY_MS + 12 * HOUR_MS);
  const worker = await start();
  // Storing this firing trims the history, which must not drop the held one.
  await worker.price('64000');
  await worker.price('66000');
  expect(Object.values(await timesShown()).every((times) => times === 1)).toBe(true);
  expect(created.find((id) => id.startsWith('digest'))).toContain('a0.seed-0.0');
});

describe('a worker that dies at any of its writes and notifications in quiet hours', () => {
  it.each(['before', 'after'] as const)(
    'delivers each held firing once if it dies %s the effect',
    async (when) => {
      let deaths = 0;
      for (let effect = 1; effect <= 60; effect += 1) {
        const died = await play(effect, when);
        const where = `${when} effect ${effect}`;
        const history = await firings.getValue();
        expect(history, where).toHaveLength(5);
        expect(new Set(Object.values(await timesShown())), where).toEqual(new Set([1]));
        expect(new Set(history.map(({ delivered }) => delivered)), where).toEqual(
          new Set(['notified']),
        );
        deaths += died ? 1 : 0;
        if (!died) break;
      }
      expect(deaths).toBeGreaterThan(5);
      expect(deaths).toBeLessThan(60);
    },
  );
});

/** Plays two firings of `a0` in quiet hours, then their end. */
async function play(effect: number, when: 'before' | 'after'): Promise<boolean> {
  vi.setSystemTime(START_MS);
  const settings = await alertSettings.getValue();
  await fakeBrowser.storage.local.clear();
  await fakeBrowser.storage.session.clear();
  await alertSettings.setValue(settings);
  await followedFeeds.setValue({ [BTC]: { display_symbol: 'BTC/USD' } });
  for (const id of Object.keys(await fakeBrowser.notifications.getAll())) {
    await fakeBrowser.notifications.clear(id);
  }
  created.length = 0;
  vi.mocked(fakeBrowser.notifications.create).mockClear();
  await setRules({ ...EITHER, ...REPEATING }, { ...ABOVE, id: 'other', feedId: ETH });
  await firings.setValue([...held('other', 1, { feedId: ETH }), ...held('a0', 2)]);
  let worker = await startWorker({ effect, when });
  let died = false;
  const next = async (): Promise<void> => {
    if (!worker.life.isDead) return;
    died = true;
    worker = await startWorker();
  };
  for (const price of ['64000', '64010', '66000', '66010', '64000', '63990']) {
    await next();
    passMinute();
    await worker.price(price);
  }
  await next();
  vi.setSystemTime(START_MS + 9 * HOUR_MS);
  await worker.tick();
  await next();
  await worker.tick();
  endWorker(worker);
  return died;
}
