import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { rateKey, readPastPrice } from '@/lib/domain/history/past-price.ts';
import { readSpark } from '@/lib/domain/history/spark.ts';
import { HttpStatusError } from '@/lib/price-service/index.ts';
import { currencyFeeds } from '@/lib/storage/values/currency.ts';
import { connectionState } from '@/lib/storage/values/connection.ts';
import {
  everyChangeWanted,
  historyPause,
  historyWanted,
  references,
  sparklines,
} from '@/lib/storage/values/history.ts';
import { missingFeeds } from '@/lib/storage/values/prices.ts';

import { listView } from '@/lib/storage/values/view.ts';
import type { ChangePeriod } from '@/lib/domain/history/periods.ts';
import { watchlist } from '@/lib/storage/values/watchlist.ts';
import { BTC, ETH, EUR } from '../feeds.ts';
import { createWorld, noData, pass } from './history-world.ts';
import { pauseRequests } from '../../pause-requests.ts';
import { DEFAULT_BASE_URL } from '@/lib/domain/connection/default-service.ts';
import { budgetOf } from '../../storage/requests/budgets.ts';
import { setService } from '../../domain/connection/services.ts';

// In the middle of a step of every grid, so that no test crosses one.
const NOW_MS = Date.UTC(2026, 10, 21, 7, 17);
const HOUR = 3_600;
const DAY_AGO = Date.UTC(2026, 10, 20, 7, 0) / 1_000;
const WHOLE_DAY_MS = 4 * 60_000;

let world: Awaited<ReturnType<typeof createWorld>>;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'], now: NOW_MS });
  world = await createWorld();
});
afterEach(() => {
  world.presence.isPageOpen = false;
  vi.useRealTimers();
});

/** Starts a worker, and lets it work for so long. */
async function startFor(ms: number) {
  const backfill = world.startWorker();
  await pass(ms);
  return backfill;
}

const requestedTimes = (): number[] => world.requests.map(({ time }) => time);
const showPeriod = (changePeriod: ChangePeriod) =>
  listView.update((view) => ({ ...view, changePeriod }));
const referenceOf = async (id: string, period: ChangePeriod = '24h') =>
  readPastPrice((await references[period].getValue())[id] ?? '');
const sparkOf = async (id: string) =>
  readSpark(
    (await sparklines.getValue())[id] ?? '',
    world.options.signatures === 'require' ? world.options.trust : null,
  );

describe('the past prices for changes', () => {
  it('are requested first, for all feeds in one request', async () => {
    await startFor(500);
    expect(world.requests).toMatchObject([{ time: DAY_AGO, ids: [BTC, ETH], grade: 'reference' }]);
    expect(await referenceOf(BTC)).toEqual({
      time: DAY_AGO,
      price: '100',
      expo: -2,
      trust: 'trusted',
    });
  });

  it('of another period cost one request, and none when it is chosen again', async () => {
    const backfill = await startFor(500);
    for (const period of ['7d', '24h', '7d'] as const) {
      await showPeriod(period);
      backfill.reconcile();
      await pass(500);
    }
    const sent = world.requests.filter(({ grade }) => grade === 'reference');
    expect(sent.map(({ time }) => time)).toEqual([DAY_AGO, DAY_AGO - 6 * 24 * HOUR]);
    expect(await referenceOf(ETH, '7d')).toMatchObject({ price: '100' });
  });

  it('since the close are one request for each close, with the exchange rates of its time', async () => {
    const [early, late] = [DAY_AGO, DAY_AGO + HOUR];
    await watchlist.setValue([BTC, ETH, EUR]);
    await currencyFeeds.setValue({ EUR: { id: EUR, isInverse: false } });
    world.options.dayStart = (id, period) =>
      period === 'today' ? null : id === ETH ? late : early;
    await showPeriod('close');
    await startFor(500);
    expect(world.requests.slice(0, 2)).toMatchObject([
      { time: early, ids: [BTC, EUR], grade: 'reference' },
      { time: late, ids: [ETH, EUR], grade: 'reference' },
    ]);
    expect(Object.keys(await references.close.getValue()).toSorted()).toEqual(
      [BTC, ETH, EUR, rateKey(EUR, early), rateKey(EUR, late)].toSorted(),
    );
    expect(await referenceOf(ETH, 'close')).toMatchObject({ time: late });
  });

  it('since the close of an earlier day are removed with their exchange rates', async () => {
    await watchlist.setValue([BTC]);
    await currencyFeeds.setValue({ EUR: { id: EUR, isInverse: false } });
    await showPeriod('close');
    world.options.dayStart = (_id, period) => (period === 'today' ? null : DAY_AGO);
    const backfill = await startFor(500);
    world.options.dayStart = (_id, period) => (period === 'today' ? null : DAY_AGO + HOUR);
    backfill.reconcile();
    await pass(500);
    const keys = Object.keys(await references.close.getValue());
    expect(keys).toContain(rateKey(EUR, DAY_AGO + HOUR));
    expect(keys).not.toContain(rateKey(EUR, DAY_AGO));
  });

  it('of the day are requested although another period is chosen', async () => {
    world.options.dayStart = (_id, period) => DAY_AGO + (period === 'today' ? HOUR : 2 * HOUR);
    await startFor(20_000);
    expect(await referenceOf(BTC, 'close')).toMatchObject({ time: DAY_AGO + 2 * HOUR });
    expect(await referenceOf(BTC, 'today')).toMatchObject({ time: DAY_AGO + HOUR });
  });

  it('of an added feed are requested for this feed alone', async () => {
    const backfill = await startFor(500);
    await watchlist.setValue([BTC, ETH, EUR]);
    backfill.reconcile();
    await pass(500);
    expect(world.requests.filter(({ time }) => time === DAY_AGO).map(({ ids }) => ids)).toEqual([
      [BTC, ETH],
      [EUR],
    ]);
  });

  it('are not requested for feeds that the service does not offer', async () => {
    await missingFeeds.setValue({ [ETH]: 'unknown' });
    await startFor(500);
    expect(world.requests[0]?.ids).toEqual([BTC]);
  });

  it('come from a stored sample of that time, if there is one', async () => {
    await startFor(500);
    await references['24h'].setValue({});
    world.requests.length = 0;
    await startFor(500);
    expect(await referenceOf(BTC)).toMatchObject({ price: '100' });
    expect(requestedTimes()).not.toContain(DAY_AGO);
  });

  it('may be the last price before the market closed', async () => {
    world.options.closed = ETH;
    world.behavior.delaySeconds = -2 * 24 * HOUR;
    await startFor(20_000);
    expect(await referenceOf(ETH)).toMatchObject({ price: '100', trust: 'trusted' });
    expect(await referenceOf(BTC)).toEqual({ time: DAY_AGO, gap: 'early' });
  });

  it('are gaps if verification failed, as are the points of sparklines', async () => {
    world.options.proof = 'failed';
    await startFor(WHOLE_DAY_MS);
    expect(await referenceOf(BTC)).toEqual({ time: DAY_AGO, gap: 'failed' });
    expect((await sparkOf(BTC))?.points.every((point) => point === null)).toBe(true);
    expect(world.records.all().every((record) => 'gap' in record)).toBe(true);
  });

  it.each([
    ['failed', { proof: 'failed' }, {}],
    ['early', {}, { delaySeconds: -1 }],
  ] as const)(
    'that the service answered incorrectly (%s) are requested again on a refresh',
    async (gap, options, far) => {
      Object.assign(world.options, options);
      Object.assign(world.behavior, far);
      const backfill = await startFor(WHOLE_DAY_MS);
      expect(await referenceOf(BTC)).toEqual({ time: DAY_AGO, gap });
      Object.assign(world.options, { proof: 'verified' });
      Object.assign(world.behavior, { delaySeconds: 0 });
      await backfill.retry();
      await pass(WHOLE_DAY_MS);
      expect(await referenceOf(BTC)).toMatchObject({ price: '100', trust: 'trusted' });
      expect((await sparkOf(BTC))?.points).toContain(100n);
    },
  );

  it('that were not checked are requested again once signatures are checked', async () => {
    world.options.proof = 'unchecked';
    world.behavior.price = () => '999';
    const backfill = await startFor(500);
    expect(await referenceOf(BTC)).toMatchObject({ price: '999', trust: null });
    world.options.proof = 'failed';
    await backfill.recheckProofs(true);
    await pass(WHOLE_DAY_MS);
    expect(await referenceOf(BTC)).toEqual({ time: DAY_AGO, gap: 'failed' });
    expect(world.records.all().every((record) => 'gap' in record)).toBe(true);
  });

  it('are gaps of feeds that the access token does not cover, until the connection changes', async () => {
    const body = `Not entitled: feed ${ETH}`;
    world.behavior.refuse = (_time, ids) =>
      ids.includes(ETH) ? new HttpStatusError(403, { detail: body }) : undefined;
    const backfill = await startFor(20_000);
    expect(await referenceOf(ETH)).toEqual({ time: DAY_AGO, gap: 'not-covered' });
    expect(await referenceOf(BTC)).toMatchObject({ price: '100' });
    expect(await historyPause.getValue()).toEqual(historyPause.fallback);
    expect(world.requests.filter(({ time }) => time === DAY_AGO).map(({ ids }) => ids)).toEqual([
      [BTC, ETH],
      [BTC],
    ]);
    world.behavior.refuse = () => undefined;
    await backfill.retry();
    await pass(20_000);
    expect(await referenceOf(ETH)).toMatchObject({ price: '100' });
    expect((await sparkOf(ETH))?.points).toContain(100n);
  });

  it('of feeds that could not be told apart in one round are requested in the next', async () => {
    const ids = Array.from({ length: 60 }, (_, index) => index.toString(16).padStart(64, '0'));
    const unknown = new Set(ids.filter((_, index) => index % 10 === 3));
    await watchlist.setValue(ids);
    world.behavior.refuse = (time, asked) =>
      time === DAY_AGO && asked.some((id) => unknown.has(id))
        ? new HttpStatusError(404)
        : undefined;
    await startFor(3 * WHOLE_DAY_MS);
    const gaps = await Promise.all(ids.map(async (id) => (await referenceOf(id))?.gap));
    expect(ids.filter((_, index) => gaps[index] === 'unknown')).toEqual([...unknown]);
    expect(gaps.filter((gap) => gap === undefined)).toHaveLength(54);
  });

  it('are gaps with a reason, which are not requested again', async () => {
    world.options.closed = ETH;
    world.behavior.refuse = (_time, ids) => (ids.includes(ETH) ? noData() : undefined);
    await startFor(20_000);
    expect(await referenceOf(ETH)).toEqual({ time: DAY_AGO, gap: 'closed' });
    expect(await referenceOf(BTC)).toMatchObject({ price: '100' });
    const sent = world.requests.filter(({ time }) => time === DAY_AGO);
    expect(sent.map(({ ids }) => ids)).toEqual([[BTC, ETH], [BTC], [ETH]]);
    await startFor(20_000);
    expect(world.requests.filter(({ time }) => time === DAY_AGO)).toHaveLength(3);
  });
});

describe('the sparklines', () => {
  it('are filled hour by hour, each hour requested once, even by several workers', async () => {
    await startFor(30_000);
    world.presence.isPageOpen = false;
    await pass(5_000);
    world.presence.isPageOpen = true;
    const backfill = await startFor(WHOLE_DAY_MS);
    backfill.reconcile();
    await pass(5_000);
    expect((await sparkOf(BTC))?.points).toEqual(Array.from({ length: 25 }, () => 100n));
    expect(requestedTimes()).toHaveLength(25);
    expect(new Set(requestedTimes()).size).toBe(25);
    expect(world.requests.every(({ ids }) => ids.length === 2)).toBe(true);
  });

  it('have a shape within 2 s, of the points of every eighth hour', async () => {
    await startFor(2_000);
    const known = (await sparkOf(BTC))?.points.flatMap((point, hour) =>
      point === undefined ? [] : [hour],
    );
    // 8:00, 16:00 and 0:00, a day from 7:00 on.
    expect(known).toEqual([1, 9, 17]);
  });

  it('leave most of the request budget to prices', async () => {
    await startFor(WHOLE_DAY_MS);
    for (const { at } of world.requests) {
      const near = world.requests.filter((other) => other.at >= at && other.at < at + 10_000);
      expect(near.length).toBeLessThanOrEqual(4);
    }
  });

  it('do not cost a request per hour and feed for feeds that had no price at another hour', async () => {
    world.behavior.refuse = (_time, ids) => (ids.includes(ETH) ? noData() : undefined);
    await startFor(3 * WHOLE_DAY_MS);
    expect((await sparkOf(BTC))?.points.every((point) => point === 100n)).toBe(true);
    expect((await sparkOf(ETH))?.points.every((point) => point === null)).toBe(true);
    expect(world.requests.length).toBeLessThanOrEqual(3 * 25);
  });
});

describe('the changes over the other periods', () => {
  it('are fetched after the shape of the sparklines if a page shows them', async () => {
    await everyChangeWanted.setValue(true);
    await startFor(WHOLE_DAY_MS);
    expect(await referenceOf(BTC, '1h')).toMatchObject({ price: '100' });
    expect(await referenceOf(BTC, '7d')).toMatchObject({ price: '100' });
    expect(world.requests.slice(0, 6).map(({ grade }) => grade)).toEqual([
      'reference',
      'outline',
      'outline',
      'outline',
      'reference',
      'reference',
    ]);
  });

  it('are not fetched otherwise, nor after the page was closed', async () => {
    const backfill = await startFor(WHOLE_DAY_MS);
    expect(await referenceOf(BTC, '1h')).toBeNull();

    await everyChangeWanted.setValue(true);
    world.presence.isPageOpen = false;
    backfill.reconcile();
    await pass(500);
    expect(await everyChangeWanted.getValue()).toBe(false);
  });
});

describe('the chart of an open feed', () => {
  it('is filled after the shape of the sparklines and before the rest of them, once', async () => {
    await historyWanted.setValue({ feedId: EUR, period: '7d' });
    await startFor(3 * WHOLE_DAY_MS);
    const chart = world.requests.filter(({ ids }) => ids.includes(EUR));
    expect(chart).toHaveLength(43);
    expect(new Set(chart.map(({ time }) => time)).size).toBe(43);
    expect(world.requests.slice(1, 4).every(({ grade }) => grade === 'outline')).toBe(true);
    expect(world.requests.slice(4, 47)).toEqual(chart);
    expect(world.requests).toHaveLength(1 + 43 + 24);
  });

  it('is not requested if the access token does not cover the feed', async () => {
    await missingFeeds.setValue({ [EUR]: 'not-covered' });
    await historyWanted.setValue({ feedId: EUR, period: '7d' });
    await startFor(WHOLE_DAY_MS);
    expect(world.requests.flatMap(({ ids }) => ids)).not.toContain(EUR);
    expect(world.requests).toHaveLength(25);
  });

  it('is no longer wanted once no page is open', async () => {
    await historyWanted.setValue({ feedId: EUR, period: '7d' });
    const backfill = await startFor(500);
    world.presence.isPageOpen = false;
    backfill.reconcile();
    await pass(5_000);
    expect(await historyWanted.getValue()).toBeNull();
  });
});

describe('nothing is requested', () => {
  it('while no page is open', async () => {
    world.presence.isPageOpen = false;
    await startFor(5_000);
    expect(world.requests).toEqual([]);
  });

  it.each(['stopped', 'offline', 'connecting'] as const)(
    'while the connection is %s',
    async (state) => {
      await connectionState.setValue({ ...connectionState.fallback, state });
      const backfill = await startFor(5_000);
      expect(world.requests).toEqual([]);
      await connectionState.setValue({ ...connectionState.fallback, state: 'polling' });
      backfill.reconcile();
      await pass(500);
      expect(world.requests).toHaveLength(1);
    },
  );

  it('after a 429 until its pause is over, even by another worker', async () => {
    world.behavior.refuse = () => new HttpStatusError(429, { retryAfterMs: 90_000 });
    await startFor(500);
    expect(world.requests).toHaveLength(1);
    expect((await budgetOf(DEFAULT_BASE_URL)).pausedUntil).toBeGreaterThan(NOW_MS + 89_000);
    expect((await historyPause.getValue()).reason).toEqual({ code: 'paused' });
    world.behavior.refuse = () => undefined;
    const backfill = await startFor(88_000);
    expect(world.requests).toHaveLength(1);
    await pass(3_000);
    backfill.reconcile();
    await pass(500);
    expect(world.requests).toHaveLength(2);
    expect((await historyPause.getValue()).reason).toBeNull();
  });

  it('while the service is paused by other requests, and rows can say so', async () => {
    await pauseRequests(DEFAULT_BASE_URL, NOW_MS + 40_000);
    const backfill = await startFor(500);
    expect(world.requests).toEqual([]);
    expect(await historyPause.getValue()).toEqual({
      until: NOW_MS + 40_000,
      failures: 0,
      reason: { code: 'paused' },
    });
    await pass(41_000);
    backfill.reconcile();
    await pass(500);
    expect(world.requests).toHaveLength(1);
    expect((await historyPause.getValue()).reason).toBeNull();
  });

  it('for an hour after past prices are refused, until the connection changes', async () => {
    world.behavior.refuse = () => new HttpStatusError(403);
    const backfill = world.startWorker();
    for (let runs = 0; runs < 20; runs += 1) {
      await pass(30_000);
      backfill.reconcile();
    }
    expect(world.requests).toHaveLength(1);
    world.behavior.refuse = () => undefined;
    await backfill.retry();
    await pass(500);
    expect(world.requests).toHaveLength(2);
  });

  it('in a hot loop while the service fails', async () => {
    world.behavior.refuse = () => new HttpStatusError(500);
    const backfill = world.startWorker();
    for (let runs = 0; runs < 120; runs += 1) {
      await pass(5_000);
      backfill.reconcile();
    }
    // Ten minutes: at once, then after 30 s, 1, 2, 4 and 8 minutes.
    expect(world.requests.length).toBeGreaterThan(2);
    expect(world.requests.length).toBeLessThan(7);
  });

  it('from the previous service while the settings change', async () => {
    await setService({ baseUrl: 'https://other.example', headers: [] });
    await startFor(5_000);
    expect(world.requests).toEqual([]);
  });
});

it('deletes everything when the service changes', async () => {
  const backfill = await startFor(10_000);
  world.presence.isPageOpen = false;
  await backfill.clear();
  expect(world.records.all()).toEqual([]);
  expect(await references['24h'].getValue()).toEqual({});
  expect(await sparklines.getValue()).toEqual({});
});
