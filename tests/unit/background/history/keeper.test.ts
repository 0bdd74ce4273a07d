import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readPastPrice } from '@/lib/history/past-price.ts';
import { readSpark } from '@/lib/history/spark.ts';
import { HttpStatusError } from '@/lib/price-service/index.ts';
import { connectionState, requestBudget } from '@/lib/storage/connection.ts';
import { historyPause, historyWanted, references, sparklines } from '@/lib/storage/history.ts';
import { missingFeeds } from '@/lib/storage/prices.ts';
import { connectionSettings } from '@/lib/storage/settings.ts';
import { listView, type ChangePeriod } from '@/lib/storage/view.ts';
import { watchlist } from '@/lib/storage/watchlist.ts';
import { BTC, ETH, EUR } from '../feeds.ts';
import { createWorld, noData, pass, useBudget } from './history-world.ts';

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
  world.presence.isSomeoneLooking = false;
  vi.useRealTimers();
});

const momentsAsked = (): number[] => world.asked.map(({ moment }) => moment);
const showPeriod = (changePeriod: ChangePeriod) =>
  listView.update((view) => ({ ...view, changePeriod }));
const referenceOf = async (id: string, period: ChangePeriod = '24h') =>
  readPastPrice((await references[period].getValue())[id] ?? '');
const sparkOf = async (id: string) =>
  readSpark(
    (await sparklines.getValue())[id] ?? '',
    world.options.signatures === 'require' ? world.options.trust : null,
  );

describe('the references of the changes', () => {
  it('are asked for first, for all feeds in one request', async () => {
    world.startWorker();
    await pass(500);
    expect(world.asked).toMatchObject([{ moment: DAY_AGO, ids: [BTC, ETH], grade: 'reference' }]);
    expect(await referenceOf(BTC)).toEqual({
      moment: DAY_AGO,
      price: '100',
      expo: -2,
      trust: 'trusted',
    });
  });

  it('of another period take one more request, and none when it is chosen again', async () => {
    const keeper = world.startWorker();
    await pass(500);
    for (const period of ['7d', '24h', '7d'] as const) {
      await showPeriod(period);
      keeper.look();
      await pass(500);
    }
    const sent = world.asked.filter(({ grade }) => grade === 'reference');
    expect(sent.map(({ moment }) => moment)).toEqual([DAY_AGO, DAY_AGO - 6 * 24 * HOUR]);
    expect(await referenceOf(ETH, '7d')).toMatchObject({ price: '100' });
  });

  it('of a feed that was added are asked for this feed alone', async () => {
    const keeper = world.startWorker();
    await pass(500);
    await watchlist.setValue([BTC, ETH, EUR]);
    keeper.look();
    await pass(500);
    expect(world.asked.filter(({ moment }) => moment === DAY_AGO).map(({ ids }) => ids)).toEqual([
      [BTC, ETH],
      [EUR],
    ]);
  });

  it('leave out feeds that the service does not give', async () => {
    await missingFeeds.setValue({ [ETH]: 'unknown' });
    world.startWorker();
    await pass(500);
    expect(world.asked[0]?.ids).toEqual([BTC]);
  });

  it('come from a kept sample of that moment, where there is one', async () => {
    world.startWorker();
    await pass(500);
    await references['24h'].setValue({});
    world.asked.length = 0;
    world.startWorker();
    await pass(500);
    expect(await referenceOf(BTC)).toMatchObject({ price: '100' });
    expect(momentsAsked()).not.toContain(DAY_AGO);
  });

  it('say that there was no price where the next one came much later', async () => {
    world.far.delaySeconds = 40 * 60;
    world.startWorker();
    await pass(500);
    expect(await referenceOf(BTC)).toEqual({ moment: DAY_AGO, gap: 'late' });
  });

  it.each([
    ['an earlier time', { delaySeconds: -3 * 365 * 24 * HOUR }, 'early'],
    ['just before', { delaySeconds: -1 }, 'early'],
  ] as const)('take no genuine price of %s', async (_when, far, gap) => {
    Object.assign(world.far, far);
    world.startWorker();
    await pass(500);
    expect(await referenceOf(BTC)).toEqual({ moment: DAY_AGO, gap });
    expect((await sparkOf(BTC))?.points.some((point) => typeof point === 'bigint')).toBeFalsy();
  });

  it('take the last price before the market closed', async () => {
    world.options.closed = ETH;
    world.far.delaySeconds = -2 * 24 * HOUR;
    world.startWorker();
    await pass(20_000);
    expect(await referenceOf(ETH)).toMatchObject({ price: '100', trust: 'trusted' });
    expect(await referenceOf(BTC)).toEqual({ moment: DAY_AGO, gap: 'early' });
  });

  it('take no price that failed verification, and lines neither', async () => {
    world.options.proof = 'failed';
    world.startWorker();
    await pass(WHOLE_DAY_MS);
    expect(await referenceOf(BTC)).toEqual({ moment: DAY_AGO, gap: 'failed' });
    expect((await sparkOf(BTC))?.points.every((point) => point === null)).toBe(true);
    expect(world.records.all().every((record) => 'gap' in record)).toBe(true);
  });

  it.each([
    ['failed', { proof: 'failed' }, {}],
    ['early', {}, { delaySeconds: -1 }],
  ] as const)(
    'that the service answered wrongly (%s) are asked for again on a refresh',
    async (gap, options, far) => {
      Object.assign(world.options, options);
      Object.assign(world.far, far);
      const keeper = world.startWorker();
      await pass(WHOLE_DAY_MS);
      expect(await referenceOf(BTC)).toEqual({ moment: DAY_AGO, gap });
      Object.assign(world.options, { proof: 'verified' });
      Object.assign(world.far, { delaySeconds: 0 });
      await keeper.connect();
      await pass(WHOLE_DAY_MS);
      expect(await referenceOf(BTC)).toMatchObject({ price: '100', trust: 'trusted' });
      expect((await sparkOf(BTC))?.points).toContain(100n);
    },
  );

  it('that nobody checked are asked for again once signatures are checked', async () => {
    world.options.proof = 'unchecked';
    world.far.price = () => '999';
    const keeper = world.startWorker();
    await pass(500);
    expect(await referenceOf(BTC)).toMatchObject({ price: '999', trust: null });
    world.options.proof = 'failed';
    await keeper.judgeAnew(true);
    await pass(WHOLE_DAY_MS);
    expect(await referenceOf(BTC)).toEqual({ moment: DAY_AGO, gap: 'failed' });
    expect(world.records.all().every((record) => 'gap' in record)).toBe(true);
  });

  it('proven under another trust are taken again, though nobody forgot them', async () => {
    world.startWorker();
    await pass(500);
    world.options.trust = 'other';
    world.startWorker();
    await pass(500);
    expect(await referenceOf(BTC)).toMatchObject({ price: '100', trust: null });
  });

  it('say that the access token does not cover a feed, until the connection changes', async () => {
    const body = `Not entitled: feed ${ETH}`;
    world.far.refuse = (_moment, ids) =>
      ids.includes(ETH) ? new HttpStatusError(403, { detail: body }) : undefined;
    const keeper = world.startWorker();
    await pass(20_000);
    expect(await referenceOf(ETH)).toEqual({ moment: DAY_AGO, gap: 'not-covered' });
    expect(await referenceOf(BTC)).toMatchObject({ price: '100' });
    expect(await historyPause.getValue()).toEqual(historyPause.fallback);
    expect(world.asked.filter(({ moment }) => moment === DAY_AGO).map(({ ids }) => ids)).toEqual([
      [BTC, ETH],
      [BTC],
    ]);
    world.far.refuse = () => undefined;
    await keeper.connect();
    await pass(20_000);
    expect(await referenceOf(ETH)).toMatchObject({ price: '100' });
    expect((await sparkOf(ETH))?.points).toContain(100n);
  });

  it('cost a few requests where nobody had a price at that moment', async () => {
    await watchlist.setValue(
      Array.from({ length: 60 }, (_, index) => index.toString(16).padStart(64, '0')),
    );
    world.far.refuse = () => new HttpStatusError(404);
    world.startWorker();
    await pass(WHOLE_DAY_MS);
    const sent = world.asked.filter(({ moment }) => moment === DAY_AGO);
    expect(sent.length).toBeLessThanOrEqual(6);
    expect(Object.keys(await references['24h'].getValue())).toHaveLength(60);
  });

  it('of feeds that could not be told apart in one round are asked for in the next', async () => {
    const ids = Array.from({ length: 60 }, (_, index) => index.toString(16).padStart(64, '0'));
    const unknown = new Set(ids.filter((_, index) => index % 10 === 3));
    await watchlist.setValue(ids);
    world.far.refuse = (moment, asked) =>
      moment === DAY_AGO && asked.some((id) => unknown.has(id))
        ? new HttpStatusError(404)
        : undefined;
    world.startWorker();
    await pass(3 * WHOLE_DAY_MS);
    const gaps = await Promise.all(ids.map(async (id) => (await referenceOf(id))?.gap));
    expect(ids.filter((_, index) => gaps[index] === 'unknown')).toEqual([...unknown]);
    expect(gaps.filter((gap) => gap === undefined)).toHaveLength(54);
  });

  it('remember that there was none, with the reason', async () => {
    world.options.closed = ETH;
    world.far.refuse = (_moment, ids) => (ids.includes(ETH) ? noData() : undefined);
    world.startWorker();
    await pass(20_000);
    expect(await referenceOf(ETH)).toEqual({ moment: DAY_AGO, gap: 'closed' });
    expect(await referenceOf(BTC)).toMatchObject({ price: '100' });
    const sent = world.asked.filter(({ moment }) => moment === DAY_AGO);
    expect(sent.map(({ ids }) => ids)).toEqual([[BTC, ETH], [BTC], [ETH]]);
    world.startWorker();
    await pass(20_000);
    expect(world.asked.filter(({ moment }) => moment === DAY_AGO)).toHaveLength(3);
  });
});

describe('the sparklines', () => {
  it('are filled hour by hour, each hour asked for once, by whichever worker', async () => {
    world.startWorker();
    await pass(30_000);
    world.presence.isSomeoneLooking = false;
    await pass(5_000);
    world.presence.isSomeoneLooking = true;
    const keeper = world.startWorker();
    await pass(WHOLE_DAY_MS);
    keeper.look();
    await pass(5_000);
    expect((await sparkOf(BTC))?.points).toEqual(Array.from({ length: 25 }, () => 100n));
    expect(momentsAsked()).toHaveLength(25);
    expect(new Set(momentsAsked()).size).toBe(25);
    expect(world.asked.every(({ ids }) => ids.length === 2)).toBe(true);
  });

  it('leave most of the request budget to prices', async () => {
    world.startWorker();
    await pass(WHOLE_DAY_MS);
    for (const { at } of world.asked) {
      const near = world.asked.filter((other) => other.at >= at && other.at < at + 10_000);
      expect(near.length).toBeLessThanOrEqual(4);
    }
  });

  it('wait while others use the service', async () => {
    await useBudget(6);
    world.startWorker();
    await pass(9_000);
    expect(world.asked).toEqual([]);
    await pass(20_000);
    expect(world.asked.length).toBeGreaterThan(2);
  });

  it('take no unproven figure where only proven ones count', async () => {
    world.options.signatures = 'require';
    world.options.proof = 'unchecked';
    const keeper = world.startWorker();
    await pass(WHOLE_DAY_MS);
    expect((await sparkOf(BTC))?.points.every((point) => point === null)).toBe(true);
    expect(await referenceOf(BTC)).toMatchObject({ trust: null });

    world.options.proof = 'verified';
    await keeper.judgeAnew();
    await pass(WHOLE_DAY_MS);
    expect((await sparkOf(BTC))?.points.every((point) => point === 100n)).toBe(true);
    expect(await referenceOf(BTC)).toMatchObject({ trust: 'trusted' });
  });

  it('do not ask each hour one by one for feeds that had no price at another', async () => {
    world.far.refuse = (_moment, ids) => (ids.includes(ETH) ? noData() : undefined);
    world.startWorker();
    await pass(3 * WHOLE_DAY_MS);
    expect((await sparkOf(BTC))?.points.every((point) => point === 100n)).toBe(true);
    expect((await sparkOf(ETH))?.points.every((point) => point === null)).toBe(true);
    expect(world.asked.length).toBeLessThanOrEqual(3 * 25);
  });
});

describe('the chart of an open feed', () => {
  it('is filled before the sparklines, once', async () => {
    await historyWanted.setValue({ feedId: EUR, period: '7d' });
    world.startWorker();
    await pass(3 * WHOLE_DAY_MS);
    const chart = world.asked.filter(({ ids }) => ids.includes(EUR));
    expect(chart).toHaveLength(43);
    expect(new Set(chart.map(({ moment }) => moment)).size).toBe(43);
    expect(world.asked.slice(1, 44)).toEqual(chart);
    expect(world.asked).toHaveLength(1 + 43 + 24);
  });

  it('is not asked for where the access token does not cover the feed', async () => {
    await missingFeeds.setValue({ [EUR]: 'not-covered' });
    await historyWanted.setValue({ feedId: EUR, period: '7d' });
    world.startWorker();
    await pass(WHOLE_DAY_MS);
    expect(world.asked.flatMap(({ ids }) => ids)).not.toContain(EUR);
    expect(world.asked).toHaveLength(25);
  });

  it('is not wanted any more once nobody looks', async () => {
    await historyWanted.setValue({ feedId: EUR, period: '7d' });
    const keeper = world.startWorker();
    await pass(500);
    world.presence.isSomeoneLooking = false;
    keeper.look();
    await pass(5_000);
    expect(await historyWanted.getValue()).toBeNull();
  });
});

describe('nothing is asked', () => {
  it('while nobody looks', async () => {
    world.presence.isSomeoneLooking = false;
    world.startWorker();
    await pass(5_000);
    expect(world.asked).toEqual([]);
  });

  it.each(['stopped', 'offline', 'connecting'] as const)('while it is %s', async (state) => {
    await connectionState.setValue({ ...connectionState.fallback, state });
    const keeper = world.startWorker();
    await pass(5_000);
    expect(world.asked).toEqual([]);
    await connectionState.setValue({ ...connectionState.fallback, state: 'polling' });
    keeper.look();
    await pass(500);
    expect(world.asked).toHaveLength(1);
  });

  it('after 429 until its pause is over, whichever worker looks', async () => {
    world.far.refuse = () => new HttpStatusError(429, { retryAfterMs: 90_000 });
    world.startWorker();
    await pass(500);
    expect(world.asked).toHaveLength(1);
    expect((await requestBudget.getValue()).pausedUntil).toBeGreaterThan(NOW_MS + 89_000);
    expect((await historyPause.getValue()).reason).toEqual({ code: 'paused' });
    world.far.refuse = () => undefined;
    const keeper = world.startWorker();
    await pass(88_000);
    expect(world.asked).toHaveLength(1);
    await pass(3_000);
    keeper.look();
    await pass(500);
    expect(world.asked).toHaveLength(2);
    expect((await historyPause.getValue()).reason).toBeNull();
  });

  it('for long where past prices are refused, until the connection changes', async () => {
    world.far.refuse = () => new HttpStatusError(403);
    const keeper = world.startWorker();
    for (let looks = 0; looks < 20; looks += 1) {
      await pass(30_000);
      keeper.look();
    }
    expect(world.asked).toHaveLength(1);
    world.far.refuse = () => undefined;
    await keeper.connect();
    await pass(500);
    expect(world.asked).toHaveLength(2);
  });

  it('in a hot loop where the service fails', async () => {
    world.far.refuse = () => new HttpStatusError(500);
    const keeper = world.startWorker();
    for (let looks = 0; looks < 120; looks += 1) {
      await pass(5_000);
      keeper.look();
    }
    // Ten minutes: at once, then after 30 s, 1, 2, 4 and 8 minutes.
    expect(world.asked.length).toBeGreaterThan(2);
    expect(world.asked.length).toBeLessThan(7);
  });

  it('of the service before while the settings change hands', async () => {
    await connectionSettings.setValue({ baseUrl: 'https://other.example', headers: [] });
    world.startWorker();
    await pass(5_000);
    expect(world.asked).toEqual([]);
  });
});

it('forgets everything with the service that it came from', async () => {
  const keeper = world.startWorker();
  await pass(10_000);
  world.presence.isSomeoneLooking = false;
  await keeper.forget();
  expect(world.records.all()).toEqual([]);
  expect(await references['24h'].getValue()).toEqual({});
  expect(await sparklines.getValue()).toEqual({});
});
