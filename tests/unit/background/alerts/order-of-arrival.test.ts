// Whatever the order in which the prices of a calculated figure arrive, its alerts fire as if all of
// them had arrived in the order in which they were published.
import * as fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { toSubjectId } from '@/lib/domain/holdings/subject.ts';
import { firings } from '@/lib/storage/values/alerts.ts';
import { followedFeeds } from '@/lib/storage/values/catalog.ts';
import { currencyFeeds } from '@/lib/storage/values/currency.ts';
import { holdings } from '@/lib/storage/values/holdings.ts';
import { staleLimitSeconds } from '@/lib/storage/values/settings.ts';
import { watchlist } from '@/lib/storage/values/watchlist.ts';
import { BTC, ETH, EUR, receivedPrice } from '../feeds.ts';
import {
  endWorker,
  makeWorkersMortal,
  setRules,
  settle,
  START_MS,
  startWorker,
  type Worker,
} from './alert-worker.ts';

// 10,000 take a minute.
const RUNS = Number(process.env['ORDER_RUNS'] ?? 100);

const TOTAL = toSubjectId({ kind: 'total', currency: 'EUR', groupId: null });
const CONVERTED = toSubjectId({ kind: 'price', currency: 'EUR', feedId: BTC });
const LEVELS = { [TOTAL]: 70_000, [CONVERTED]: 56_000 };
const COIN = { asset_type: 'Crypto', quote_currency: 'USD' };
const OTHERS = Array.from({ length: 88 }, (_, n) => n.toString(16).padStart(64, '0'));

/** A price, in hundredths of a dollar, and when it was published and arrived: after the start. */
interface Published {
  id: string;
  price: number;
  atMs: number;
  arrivesMs: number;
}

const START_PRICES: Record<string, number> = { [BTC]: 6_010_000, [ETH]: 200_000, [EUR]: 110 };
const priceOf = (id: string): number => START_PRICES[id] ?? 1_000;

type Deaths = ReadonlyArray<{ effect: number; when: 'before' | 'after' }>;
type Case = { isWide: boolean; prices: Published[]; isSplit: boolean; deaths: Deaths };

/** Delays of one feed: in order, and none above 2.5 s. Most are short, some are long. */
const delay = fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 2_500 }));
const anyPrice = (ids: readonly string[]) =>
  fc.constantFrom(...ids).chain((id) =>
    fc.record({
      id: fc.constant(id),
      price: fc
        .integer({ min: 80, max: 120 })
        .map((part) => Math.round((priceOf(id) * part) / 100)),
      wait: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 6_000 })),
      delay,
    }),
  );

const anyCase: fc.Arbitrary<Case> = fc
  .oneof({ weight: 30, arbitrary: fc.constant(false) }, fc.constant(true))
  .chain((isWide) =>
    fc.record({
      isWide: fc.constant(isWide),
      // Another service rarely sends a supplement, ether.
      prices: fc
        .array(anyPrice([BTC, BTC, BTC, EUR, EUR, ETH, ...(isWide ? OTHERS.slice(-3) : [])]), {
          minLength: 3,
          maxLength: 14,
        })
        .map(inTime),
      isSplit: fc.boolean(),
      deaths: fc.array(
        fc.record({
          effect: fc.integer({ min: 1, max: 20 }),
          when: fc.constantFrom('before' as const, 'after' as const),
        }),
        { maxLength: 2 },
      ),
    }),
  );

function inTime(
  steps: ReadonlyArray<{ id: string; price: number; wait: number; delay: number }>,
): Published[] {
  let atMs = 2_000;
  const arrivals = new Map<string, number>();
  const moments = new Set<string>();
  return steps.flatMap(({ id, price, wait, delay: late }) => {
    atMs += wait;
    const moment = `${id} ${Math.floor(atMs / 400)}`;
    if (moments.has(moment)) return [];
    moments.add(moment);
    const arrivesMs = Math.max(arrivals.get(id) ?? 0, atMs + late);
    arrivals.set(id, arrivesMs);
    return [{ id, price, atMs, arrivesMs }];
  });
}

const secondsOf = ({ atMs }: Published): number => Math.floor((START_MS + atMs) / 1_000);
const timeOf = (price?: Published): number => price?.atMs ?? 0;
const slotOf = ({ atMs }: Published): number => Math.floor(atMs / 400);

/** The firings if all prices are seen in the order of publication. */
function model(prices: readonly Published[], isWide: boolean): string[] {
  const latest: Record<string, number> = { ...START_PRICES };
  const valueOf: Record<string, () => number> = {
    [TOTAL]: () => {
      const others = isWide ? OTHERS.reduce((sum, id) => sum + (latest[id] ?? priceOf(id)), 0) : 0;
      return ((latest[BTC] ?? 0) + 10 * (latest[ETH] ?? 0) + others) / (latest[EUR] ?? 1);
    },
    [CONVERTED]: () => (latest[BTC] ?? 0) / (latest[EUR] ?? 1),
  };
  const fired: string[] = [];
  const sides: Record<string, number> = {};
  const done = new Set<string>();
  const look = (slot: string): void => {
    for (const [id, level] of Object.entries(LEVELS)) {
      const side = Math.sign((valueOf[id]?.() ?? 0) - level);
      if (side === 0) continue;
      if (sides[id] === -side && !done.has(id)) {
        done.add(id);
        fired.push(`${id} ${side > 0 ? 'above' : 'below'} ${slot}`);
      }
      sides[id] = side;
    }
  };
  look('');
  // A slot may go on into the next second: then it has two moments.
  const moments = Map.groupBy(prices, (price) => `${secondsOf(price)} ${slotOf(price)}`);
  const inOrder = [...moments.values()].toSorted(([a], [b]) => timeOf(a) - timeOf(b));
  for (const together of inOrder) {
    for (const { id, price } of together) latest[id] = price;
    look(String(together[0] && slotOf(together[0])));
  }
  return fired.toSorted();
}

async function prepare(isWide: boolean): Promise<string[]> {
  await fakeBrowser.storage.local.clear();
  await fakeBrowser.storage.session.clear();
  vi.setSystemTime(START_MS);
  const held = [BTC, ETH, ...(isWide ? OTHERS : [])];
  await watchlist.setValue(held);
  await followedFeeds.setValue({
    ...Object.fromEntries(held.map((id) => [id, COIN])),
    [EUR]: { asset_type: 'FX', base: 'EUR', quote_currency: 'USD' },
  });
  await currencyFeeds.setValue({ EUR: { id: EUR, isInverse: false } });
  await holdings.setValue(
    Object.fromEntries(held.map((id) => [id, { quantity: id === ETH ? '10' : '1', cost: null }])),
  );
  await staleLimitSeconds.setValue(3_600);
  await setRules(
    ...Object.entries(LEVELS).map(([feedId, level]) => ({
      feedId,
      trigger: { kind: 'crosses', direction: 'either', level: String(level) } as const,
    })),
  );
  return [...held, EUR];
}

/** The firings if the prices arrive in their actual order, and workers die. */
async function play({ isWide, prices, isSplit, deaths }: Case): Promise<string[]> {
  const ids = await prepare(isWide);
  const dying = [...deaths];
  let worker: Worker = await startWorker(dying.shift() ?? null, ids);
  const answer = async (items: readonly Published[]): Promise<void> => {
    const judged = () =>
      items.map((item) => ({
        id: item.id,
        price: {
          ...receivedPrice(String(item.price), secondsOf(item), slotOf(item)),
          conf: '0',
          emaConf: '0',
          receivedAt: Date.now(),
        },
      }));
    await worker.receive(judged(), 1);
    // The next worker asks again.
    while (worker.life.isDead) {
      worker = await startWorker(dying.shift() ?? null, ids);
      await worker.receive(judged(), 1);
    }
  };
  const first = ids.map((id) => ({ id, price: priceOf(id), atMs: 0, arrivesMs: 0 }));
  // Requests are for 80 feeds at most.
  for (let from = 0; from < first.length; from += 80) await answer(first.slice(from, from + 80));
  const arriving = prices.toSorted((a, b) => a.arrivesMs - b.arrivesMs);
  for (const together of Map.groupBy(arriving, ({ arrivesMs }) => arrivesMs).values()) {
    const arrivesMs = together[0]?.arrivesMs ?? 0;
    await settle(Math.max(0, START_MS + arrivesMs - Date.now()));
    // A response has one price of a feed.
    const isOnce = new Set(together.map(({ id }) => id)).size === together.length;
    for (const items of isSplit || !isOnce ? together.map((one) => [one]) : [together]) {
      await answer(items);
    }
  }
  await settle(6_000);
  if (worker.life.isDead) worker = await startWorker(null, ids);
  await settle(6_000);
  await worker.tick();
  endWorker(worker);
  return (await firings.getValue())
    .map(({ feedId, what, price }) => {
      const direction = 'direction' in what ? what.direction : '';
      return `${feedId} ${direction} ${price?.slot ?? ''}`;
    })
    .toSorted();
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now: START_MS });
  makeWorkersMortal();
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe('the prices of a calculated figure', () => {
  it(
    'fire the same in every order of arrival, with deaths, several answers and many feeds',
    { timeout: RUNS * 1_000 },
    async () => {
      let crossings = 0;
      await fc.assert(
        fc.asyncProperty(anyCase, async (one) => {
          const expected = model(one.prices, one.isWide);
          crossings += expected.length;
          expect(await play(one)).toEqual(expected);
        }),
        { numRuns: RUNS, seed: 28 },
      );
      expect(crossings).toBeGreaterThan(RUNS / 2);
    },
  );

  it.each([0, 1, 5])('fire although the rate is %i s ahead', async (ahead) => {
    const prices = [70_000, 60_000].flatMap((dollars, n): Published[] => {
      const atMs = 2_000 + n * 10_000;
      return [
        { id: EUR, price: 110, atMs: atMs + ahead * 1_000, arrivesMs: atMs + ahead * 1_000 },
        { id: BTC, price: dollars * 100, atMs, arrivesMs: atMs + ahead * 1_000 + 100 },
      ];
    });
    const fired = await play({ isWide: false, prices, isSplit: true, deaths: [] });
    expect(fired.filter((text) => text.startsWith(CONVERTED))).toHaveLength(1);
  });
});
