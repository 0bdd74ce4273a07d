import { describe, expect, it } from 'vitest';
import { checkBasket, checkWorth } from '@/lib/domain/alerts/engine/worth-check.ts';
import type { AlertFacts } from '@/lib/domain/market/trading.ts';
import { totalHoldings } from '@/lib/domain/holdings/value-holdings.ts';
import { storedPrice } from '../../holdings/stored-price.ts';
import { facts, GOOD, position, RATES } from '../../holdings/support.ts';
import { createFeed, FEED_ID, makeRule, moves, START } from '../builders.ts';

const HELD = [position('btc', '1'), position('toyota', '-100')];

/** The check after bitcoin's price of `at`, seconds after the start. */
function check(
  at: number,
  bitcoin: string,
  changes: Parameters<typeof facts>[0] = {},
  held = HELD,
) {
  const price = storedPrice(bitcoin, '30', 0, START + at);
  const known = facts({ ...changes, btc: { ...GOOD, price, ...changes['btc'] } });
  const now = (START + at) * 1_000;
  const occasion = { id: FEED_ID, isAnswer: true, at: now, trueAt: now };
  const { check: found, waitsFor } = checkWorth(totalHoldings(held, 'USD', RATES, known), occasion);
  return { check: { ...found, madeOf: { basis: '', times: [] } }, waitsFor };
}

describe('an alert on the total', () => {
  const rule = makeRule(moves('5%', 86_400, 'down'));

  it('fires once when the total has fallen by 5 % within a day', () => {
    const feed = createFeed([rule]);
    // 62,000 dollars and then 58,901: 2,000 are owed.
    for (const [at, bitcoin] of [
      [0, '64000'],
      [100, '62000'],
      [200, '60901'],
    ] as const) {
      feed.play(check(at, bitcoin).check);
    }
    expect(feed.played.firings).toEqual([]);
    feed.play(check(210, '60900').check);
    feed.play(check(220, '60899').check);
    expect(feed.played.firings).toMatchObject([
      {
        what: {
          kind: 'moves',
          direction: 'down',
          from: '62000.00',
          change: '3100.00',
          percent: '-5.00',
        },
      },
    ]);
  });

  it('does not take a holding without a value for a fall, and says whose price is late', () => {
    const held = [position('btc', '1'), position('toyota', '1000')];
    const feed = createFeed([rule]);
    feed.play(check(0, '64000', {}, held).check);
    // Without the 20,000 dollars of shares, the total would be 24 % less.
    const missing = { jpy: { price: undefined, missing: 'not-covered' } } as const;
    const without = check(100, '64000', missing, held);
    expect(without.waitsFor).toEqual({ why: 'stale', at: 'jpy' });
    feed.play(without.check);
    expect(feed.played.firings).toEqual([]);
    // A real fall meanwhile is reported as soon as the price is back.
    feed.play(check(200, '59000', {}, held).check);
    expect(feed.played.firings).toHaveLength(1);
  });

  it('calls a fall while a price was missing for long missed, as for a feed', () => {
    const feed = createFeed([rule]);
    feed.play(check(0, '64000').check);
    feed.play(check(400, '60000', { jpy: { price: undefined } }).check);
    feed.play(check(800, '60000').check);
    expect(feed.played.firings).toEqual([]);
    expect(feed.played.missed).toHaveLength(1);
  });

  it.each([
    ['waits while a rate is stale', { jpy: { isStale: true } }, 0],
    ['fires while one market is closed', { toyota: { isClosed: true } }, 1],
    ['waits while all are', { toyota: { isClosed: true }, btc: { isClosed: true } }, 0],
  ])('%s', (_, changes, count) => {
    const feed = createFeed([rule]);
    feed.play(check(0, '64000').check);
    feed.play(check(100, '60000', changes).check);
    expect(feed.played.firings).toHaveLength(count);
  });

  const basket = (changes: Record<string, Partial<AlertFacts>>) => {
    const known = new Map<string, AlertFacts>(
      facts()
        .entries()
        .map(([id, own]) => [id, { ...own, ...changes[id] }]),
    );
    const feedIds = [...known.keys()].toSorted();
    const made = { positions: HELD, currency: 'USD', feeds: RATES, feedIds, basis: '' };
    return checkBasket(made, known, { id: FEED_ID, isAnswer: true, at: 0, trueAt: 0 });
  };

  it('waits for a price that was verified and no longer is, and says what never was', () => {
    const verifiedBefore = { publishTime: START, slot: null };
    const down = { ...GOOD.price!, proof: undefined, verifiedBefore };
    const stepDown = basket({ toyota: { price: down, isProven: false } });
    expect(stepDown).toMatchObject({
      check: { latest: null },
      waitsFor: { why: 'unproven', at: 'toyota' },
    });
    const mixed = basket({ toyota: { isProven: false } });
    expect(mixed.check.latest).toMatchObject({ isUnverified: true });
    expect(basket({}).check.latest).not.toHaveProperty('isUnverified');
  });

  it('says how old a price is that only a schedule excuses', () => {
    const closed = { isClosed: true, excusedSeconds: 50_000 };
    const { check: found } = basket({ toyota: closed, jpy: { ...closed, excusedSeconds: 70 } });
    expect(found.latest).toMatchObject({ excusedSeconds: 50_000 });
    const feed = createFeed([rule]);
    feed.play(check(0, '64000').check);
    const fallen = check(100, '60000').check;
    feed.play({ ...fallen, latest: { ...fallen.latest!, excusedSeconds: 50_000 } });
    expect(feed.played.firings).toMatchObject([{ lateSeconds: 50_000 }]);
  });
});
