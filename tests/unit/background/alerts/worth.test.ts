import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { toSubjectId } from '@/lib/domain/holdings/subject.ts';
import type { Trigger } from '@/lib/domain/alerts/model/trigger.ts';
import type { ParsedPrice } from '@/lib/price-service/index.ts';
import { BUILT_IN_SIGNERS_VERSION } from '@/lib/domain/signed-updates/trust/trust-fingerprint.ts';
import { alertMarks } from '@/lib/storage/values/alert-marks.ts';
import { wantsStream } from '../connection/wants-stream.ts';
import { alertReach } from '@/lib/storage/values/alert-reach.ts';
import { alertRules, firings } from '@/lib/storage/values/alerts.ts';
import { followedFeeds } from '@/lib/storage/values/catalog.ts';
import { currencyFeeds } from '@/lib/storage/values/currency.ts';
import { amountsHidden, holdings } from '@/lib/storage/values/holdings.ts';
import { backgroundUpdates } from '@/lib/storage/values/settings.ts';
import { lateFeeds } from '@/lib/storage/values/late-feeds.ts';
import { missingFeeds } from '@/lib/storage/values/prices.ts';
import { watchlist } from '@/lib/storage/values/watchlist.ts';
import { BTC, ETH, EUR, receivedPrice } from '../feeds.ts';
import { proofOf } from '../../proofs.ts';
import {
  created,
  endWorker,
  makeWorkersMortal,
  recorded,
  REPEATING,
  setRules,
  START_MS,
  startWorker,
  timesShown,
  type Worker,
  passMinute,
} from './alert-worker.ts';

const TOTAL = toSubjectId({ kind: 'total', currency: 'EUR', groupId: null });
const FALL = {
  kind: 'moves',
  direction: 'down',
  by: { unit: 'percent', amount: '5' },
  withinSeconds: 86_400,
} satisfies Trigger;
const COIN = { asset_type: 'Crypto', quote_currency: 'USD' };
const FOLLOWED = [BTC, ETH, EUR];

let workers: Worker[] = [];

async function start(diesAt: Parameters<typeof startWorker>[0] = null): Promise<Worker> {
  const worker = await startWorker(diesAt, FOLLOWED);
  workers.push(worker);
  return worker;
}

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now: START_MS });
  makeWorkersMortal();
  await prepare();
});

afterEach(() => {
  for (const worker of workers) endWorker(worker);
  workers = [];
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** One bitcoin and ten ether; a euro is 1.25 dollars. */
async function prepare(): Promise<void> {
  await watchlist.setValue([BTC, ETH]);
  await followedFeeds.setValue({
    [BTC]: { ...COIN, display_symbol: 'BTC/USD' },
    [ETH]: { ...COIN, display_symbol: 'ETH/USD' },
    [EUR]: { asset_type: 'FX', base: 'EUR', quote_currency: 'USD', display_symbol: 'EUR/USD' },
  });
  await currencyFeeds.setValue({ EUR: { id: EUR, isInverse: false } });
  await holdings.setValue({
    [BTC]: { quantity: '1', cost: null },
    [ETH]: { quantity: '10', cost: null },
  });
}

const priceOf = (id: string, dollars: number, age = 1): ParsedPrice => {
  const publish_time = Math.floor(Date.now() / 1_000) - age;
  const figure = { price: String(Math.round(dollars * 100)), conf: '0', expo: -2, publish_time };
  const metadata = { slot: publish_time, proof_available_time: null, prev_publish_time: null };
  return { id, price: figure, ema_price: figure, metadata };
};

/** All three prices in one response, in dollars. */
async function answer(worker: Worker, bitcoin: number, ether = 2_000, euro = 1.25): Promise<void> {
  vi.setSystemTime(Date.now() + 2_000);
  await worker.answer([priceOf(BTC, bitcoin), priceOf(ETH, ether), priceOf(EUR, euro)]);
}

const fired = async () => (await firings.getValue()).map(({ feedId, what }) => ({ feedId, what }));

describe('an alert on the total of all holdings', () => {
  it('fires once when the total falls by 5 % within a day, with one notification', async () => {
    await setRules({ feedId: TOTAL, trigger: FALL });
    const worker = await start();
    // 100,000 dollars are 80,000 euros.
    await answer(worker, 80_000);
    await answer(worker, 76_000);
    expect(await fired()).toEqual([]);
    await answer(worker, 75_000);
    await answer(worker, 70_000);
    expect(await fired()).toMatchObject([
      { feedId: TOTAL, what: { kind: 'moves', direction: 'down', percent: '-5.00' } },
    ]);
    expect(created).toHaveLength(1);
    expect(await alertMarks.getValue()).toEqual({});
  });

  it('fires because of the exchange rate alone', async () => {
    await setRules({ feedId: TOTAL, trigger: FALL });
    const worker = await start();
    await answer(worker, 80_000);
    await answer(worker, 80_000, 2_000, 1.4);
    expect(await fired()).toHaveLength(1);
  });

  it('fires nothing while a rate is missing or stale, and no fall when it is back', async () => {
    await setRules({ feedId: TOTAL, trigger: FALL });
    const worker = await start();
    await worker.answer([priceOf(BTC, 80_000), priceOf(ETH, 2_000)]);
    await worker.answer([priceOf(BTC, 60_000), priceOf(ETH, 2_000)]);
    expect(await fired()).toEqual([]);
    await answer(worker, 60_000);
    vi.setSystemTime(Date.now() + 120_000);
    // The rate is two minutes old although its market is open.
    await worker.answer([priceOf(BTC, 40_000), priceOf(ETH, 2_000)]);
    expect(await fired()).toEqual([]);
    await answer(worker, 60_000);
    expect(await fired()).toEqual([]);
  });

  it('waits for a late price, names its feed, and fires with the next one', async () => {
    await setRules({ feedId: TOTAL, trigger: FALL });
    const worker = await start();
    await answer(worker, 80_000);
    vi.setSystemTime(Date.now() + 70_000);
    const fallen = () => worker.answer([priceOf(BTC, 60_000), priceOf(EUR, 1.25)]);
    await fallen();
    await vi.advanceTimersByTimeAsync(6_000);
    expect(await fired()).toEqual([]);
    expect(await lateFeeds.getValue()).toEqual([ETH]);
    await answer(worker, 60_000);
    expect(await fired()).toHaveLength(1);
    expect(await lateFeeds.getValue()).toEqual([]);
  });

  it('waits for a feed that the service no longer offers, and names it', async () => {
    await setRules({ feedId: TOTAL, trigger: FALL });
    const worker = await start();
    await answer(worker, 80_000);
    await missingFeeds.setValue({ [ETH]: 'unknown' });
    await worker.answer([priceOf(BTC, 60_000), priceOf(EUR, 1.25)]);
    expect(await fired()).toEqual([]);
    expect(await lateFeeds.getValue()).toEqual([ETH]);
    await missingFeeds.setValue({});
    await answer(worker, 60_000);
    expect(await fired()).toHaveLength(1);
    expect(await lateFeeds.getValue()).toEqual([]);
  });

  it('is not held back by an unverified price that is dated ahead', async () => {
    const trigger = { kind: 'crosses', direction: 'below', level: '79000' } as const;
    await setRules({ feedId: TOTAL, trigger });
    const worker = await start();
    const judged = (id: string, dollars: number, age = 1, isVerified = true) => {
      const publishTime = Math.floor(Date.now() / 1_000) - age;
      const proof = isVerified ? proofOf('verified', BUILT_IN_SIGNERS_VERSION) : undefined;
      const price = receivedPrice(String(dollars * 100), publishTime, publishTime, proof);
      return { id, price: { ...price, conf: '0', receivedAt: Date.now() } };
    };
    const verified = async (bitcoin: number): Promise<void> => {
      const all = [judged(BTC, bitcoin, 2), judged(ETH, 2_000, 2), judged(EUR, 1.25, 2)];
      await worker.receive(all);
    };
    await verified(80_001);
    // No price waits for others longer than 5 s.
    await worker.receive([judged(BTC, 70_000, -4, false)], 5_100);
    expect(await firings.getValue()).toEqual([]);
    await verified(74_000);
    expect(await firings.getValue()).toMatchObject([{ missed: false }]);
  });

  it('is streamed while it is near its level, as the price of a feed is', async () => {
    await backgroundUpdates.setValue('balanced');
    await setRules({
      feedId: TOTAL,
      trigger: { kind: 'crosses', direction: 'above', level: '81000' },
    });
    const worker = await start();
    await answer(worker, 80_000);
    vi.setSystemTime(Date.now() + 30_000);
    await answer(worker, 80_900);
    expect((await alertReach.getValue())[TOTAL]).toMatchObject({ isNear: true });
    expect(await wantsStream()).toBe(true);
  });

  it('starts over when the holdings change: selling is no fall', async () => {
    await setRules({ feedId: TOTAL, trigger: FALL });
    const worker = await start();
    await answer(worker, 80_000);
    await holdings.setValue({ [BTC]: { quantity: '0.5', cost: null } });
    await answer(worker, 80_000);
    await answer(worker, 79_000);
    expect(await fired()).toEqual([]);
    await answer(worker, 76_000);
    expect(await fired()).toHaveLength(1);
  });

  it('starts over in the next worker if this one died before it saw the change', async () => {
    await setRules({ feedId: TOTAL, trigger: FALL });
    const first = await start();
    await answer(first, 80_000);
    endWorker(first);
    await holdings.setValue({ [BTC]: { quantity: '0.5', cost: null } });
    const second = await start();
    await answer(second, 80_000);
    expect(await fired()).toEqual([]);
  });

  it('is no part of the journal, and hides amounts if the user does', async () => {
    await amountsHidden.setValue(true);
    await setRules({ feedId: TOTAL, trigger: FALL });
    const show = vi.spyOn(fakeBrowser.notifications, 'create');
    const worker = await start();
    await answer(worker, 80_000);
    await answer(worker, 70_000);
    const [, options] = show.mock.calls[0] ?? [];
    const text = JSON.stringify(options);
    expect(text).toContain('••••');
    expect(text).toContain('10.00');
    expect(text).not.toMatch(/72,000|80,000|8,000/);
    expect(recorded.join()).not.toMatch(/000|Total/);
  });
});

describe('an alert on one holding, and on a converted price', () => {
  it('watches the price in euros, which a dollar price and a rate make', async () => {
    const feedId = toSubjectId({ kind: 'price', currency: 'EUR', feedId: BTC });
    await setRules({ feedId, trigger: { kind: 'crosses', direction: 'above', level: '65000' } });
    const worker = await start();
    await answer(worker, 80_000);
    await answer(worker, 80_000, 2_000, 1.2);
    expect(await fired()).toMatchObject([{ feedId }]);
    expect((await firings.getValue())[0]?.price).toMatchObject({ conf: '0' });
  });
});

describe('a worker that dies at any of its writes and notifications', () => {
  const WALK = [80_000, 70_000, 81_000, 70_500] as const;
  const LEVEL = { kind: 'crosses', direction: 'either', level: '76000' } satisfies Trigger;

  it.each(['before', 'after'] as const)(
    'delivers each crossing of the total exactly once if it dies %s the effect',
    async (when) => {
      for (let effect = 1; effect <= 60; effect += 1) {
        const died = await play(effect, when);
        const where = `${when} effect ${effect}`;
        const history = await firings.getValue();
        const directions = history.map(({ what }) => 'direction' in what && what.direction);
        expect(directions, where).toEqual(['below', 'above', 'below']);
        expect(Object.values(await timesShown()), where).toEqual([1, 1, 1]);
        if (!died) return;
      }
      throw new Error('The worker always died.');
    },
  );

  it('does not mix the price that fired an alert with older ones of other feeds', async () => {
    await setRules({ feedId: TOTAL, trigger: LEVEL, ...REPEATING });
    const first = await start();
    await answer(first, 80_000);
    await answer(first, 80_000);
    // It dies after the firing was stored, before the prices were.
    const writes = vi.spyOn(fakeBrowser.storage.session, 'set');
    writes.mockReturnValue(new Promise<never>(() => {}) as never);
    await answer(first, 70_000);
    expect(await fired()).toHaveLength(1);
    endWorker(first);
    writes.mockRestore();
    const second = await start();
    // Only ether answers. With the old price of bitcoin the total would be above the level again.
    vi.setSystemTime(Date.now() + 2_000);
    await second.answer([priceOf(ETH, 2_000), priceOf(EUR, 1.25)]);
    await answer(second, 70_000);
    expect(await fired()).toHaveLength(1);
  });

  async function play(effect: number, when: 'before' | 'after'): Promise<boolean> {
    await fakeBrowser.storage.local.clear();
    await fakeBrowser.storage.session.clear();
    for (const id of Object.keys(await fakeBrowser.notifications.getAll())) {
      await fakeBrowser.notifications.clear(id);
    }
    created.length = 0;
    await prepare();
    await alertRules.setValue([]);
    await setRules({ feedId: TOTAL, trigger: LEVEL, ...REPEATING });
    let worker = await start({ effect, when });
    let died = false;
    // Two samples on each side: a death costs at most one.
    for (const bitcoin of WALK.flatMap((each) => [each, each])) {
      passMinute();
      if (worker.life.isDead) {
        died = true;
        worker = await start();
      }
      await answer(worker, bitcoin);
    }
    if (worker.life.isDead) {
      died = true;
      worker = await start();
    }
    await worker.tick();
    endWorker(worker);
    return died;
  }
});
