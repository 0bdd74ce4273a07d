import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import type { Firing } from '@/lib/domain/alerts/model/firing.ts';
import type { ParsedPrice } from '@/lib/price-service/index.ts';
import { readFeedAlerts } from '@/lib/storage/values/alert-states.ts';
import { alertRules, alertSettings, firings } from '@/lib/storage/values/alerts.ts';
import { followedFeeds } from '@/lib/storage/values/catalog.ts';
import { BTC, ETH, EUR } from '../feeds.ts';
import {
  ABOVE,
  created,
  EITHER,
  endWorker,
  makeWorkersMortal,
  recorded,
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

function parsed(id: string, price: string): ParsedPrice {
  const figure = { price, conf: '1', expo: -2, publish_time: Math.floor(Date.now() / 1_000) - 1 };
  return { id, price: figure, ema_price: figure, metadata: { slot: figure.publish_time } };
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
    delivered: 'held',
    seenAt: null,
    ...change,
  }));
}

function messages(): string[] {
  const { calls } = vi.mocked(fakeBrowser.notifications.create).mock;
  return calls.map((call) => (call as unknown as [string, { message: string }])[1].message);
}

const suspension = async (feedId: string, alertId: string) =>
  (await readFeedAlerts([feedId])).feeds.get(feedId)?.states[alertId]?.suspended;

describe('busy alerts with undelivered firings', () => {
  it('do not displace the only firing of another one, and get auto-paused', async () => {
    await setRules(
      { ...ABOVE, id: 'quiet', feedId: EUR },
      { ...EITHER, ...REPEATING, id: 'busy1' },
      { ...EITHER, ...REPEATING, id: 'busy2', feedId: ETH },
    );
    const worker = await start();
    await worker.price('64000', { id: EUR });
    await worker.price('66000', { id: EUR });
    // 600 crossings each, 15 seconds apart: not frequent enough for an immediate auto-pause.
    for (let round = 0; round <= 600; round += 1) {
      vi.setSystemTime(START_MS + 60_000 + round * 15_000);
      const price = round % 2 === 0 ? '64000' : '66000';
      await worker.answer([parsed(BTC, price), parsed(ETH, price)]);
    }
    const history = await firings.getValue();
    const counts = Map.groupBy(history, ({ alertId }) => alertId);
    expect([...counts].map(([id, { length }]) => [id, length])).toEqual([
      ['quiet', 1],
      ['busy1', 100],
      ['busy2', 100],
    ]);
    expect(created).toEqual([]);
    for (const [feedId, id] of [
      [BTC, 'busy1'],
      [ETH, 'busy2'],
    ] as const) {
      expect((await suspension(feedId, id))?.reason).toBe('undelivered');
    }
    expect(recorded).toContainEqual(
      expect.stringMatching(/^alert-suspended symbol="ETH.*undelivered/),
    );

    vi.setSystemTime(START_MS + 9 * HOUR_MS);
    await worker.tick();
    expect(created).toHaveLength(1);
    const [message = ''] = messages();
    expect(message).toContain('EUR/USD rose above 650');
    expect(message).toMatch(/^Alert on BTC\/USD auto-paused · It triggered too often/m);
    expect(message).toMatch(/^Alert on ETH\/USD auto-paused · It triggered too often/m);
    const delivered = (await firings.getValue()).map((firing) => firing.delivered);
    expect(new Set(delivered)).toEqual(new Set(['digest']));
    expect(delivered).toHaveLength(201);
  });

  it('may each add another 100 firings after being reactivated', async () => {
    await setRules({ ...EITHER, ...REPEATING });
    await firings.setValue(held('a0', 100));
    const worker = await start();
    await worker.price('64000');
    await worker.price('66000');
    expect((await suspension(BTC, 'a0'))?.reason).toBe('undelivered');
    vi.setSystemTime(START_MS + 60_000);
    await alertRules.update((rules) => rules.map((rule) => ({ ...rule, armedAt: Date.now() })));
    await worker.price('64000');
    await worker.price('66000');
    expect(await suspension(BTC, 'a0')).toBeNull();
    expect(await firings.getValue()).toHaveLength(101);
  });

  it('cause an immediate notification of the auto-pause outside quiet hours', async () => {
    await alertSettings.setValue(alertSettings.fallback);
    // The system never shows a notification, so all firings stay pending.
    const never = (() => new Promise(() => {})) as never;
    vi.mocked(fakeBrowser.notifications.create).mockImplementation(never);
    await setRules({ ...EITHER, ...REPEATING });
    await firings.setValue(held('a0', 100, { delivered: 'pending' }));
    const worker = await start();
    await worker.price('64000');
    await worker.price('66000');
    expect(messages().at(-1)).toContain('triggered too often');
  });
});

it('delivers held firings after the browser was closed for a month', async () => {
  await setRules(ABOVE);
  await firings.setValue(held('a0', 1));
  vi.setSystemTime(START_MS + 31 * DAY_MS + 12 * HOUR_MS);
  const worker = await start();
  // Storing this firing trims the history, which must not drop the held one.
  await worker.price('64000');
  await worker.price('66000');
  expect(Object.values(await timesShown()).every((times) => times === 1)).toBe(true);
  const seed = created.find((id) => id.startsWith('digest'));
  expect(seed).toContain('a0.seed-0.0');
});

describe('a worker that dies at any of its writes and notifications in quiet hours', () => {
  it.each(['before', 'after'] as const)(
    'delivers each held firing once and auto-pauses the busy alert if it dies %s the effect',
    async (when) => {
      let deaths = 0;
      for (let effect = 1; effect <= 60; effect += 1) {
        const died = await play(effect, when);
        const where = `${when} effect ${effect}`;
        const history = await firings.getValue();
        expect(history.map(({ alertId }) => alertId).filter((id) => id === 'other')).toHaveLength(
          1,
        );
        expect(history, where).toHaveLength(101);
        expect(new Set(Object.values(await timesShown())), where).toEqual(new Set([1]));
        expect(new Set(history.map(({ delivered }) => delivered)), where).toEqual(
          new Set(['digest']),
        );
        expect((await suspension(BTC, 'a0'))?.reason, where).toBe('undelivered');
        expect(messages().at(-1), where).toContain('Alert on BTC/USD auto-paused');
        deaths += died ? 1 : 0;
        if (!died) break;
      }
      expect(deaths).toBeGreaterThan(5);
      expect(deaths).toBeLessThan(60);
    },
  );
});

/** Plays one firing of `a0` beyond its limit of 100 in quiet hours, then their end. */
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
  await firings.setValue([...held('other', 1, { feedId: ETH }), ...held('a0', 99)]);
  let worker = await startWorker({ effect, when });
  let died = false;
  const next = async (): Promise<void> => {
    if (!worker.life.isDead) return;
    died = true;
    worker = await startWorker();
  };
  for (const price of ['64000', '64010', '66000', '66010', '64000', '63990', '63980']) {
    await next();
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
