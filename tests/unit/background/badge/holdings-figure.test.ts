import { describe, expect, it } from 'vitest';
import { holdingsFigure, type HoldingsSettings } from '@/lib/background/badge/holdings-figure.ts';
import { cachedMarket, type MarketCache } from '@/lib/background/market.ts';
import type { Cached } from '@/lib/background/cached.ts';
import { HIDDEN } from '@/lib/base/text/hidden.ts';
import { writePastPrice } from '@/lib/domain/history/past-price.ts';
import { toDecimalString } from '@/lib/domain/prices/decimal.ts';
import type { StoredPrice } from '@/lib/domain/prices/stored-price.ts';
import type { BadgeView } from '@/lib/domain/watchlist/badge.ts';
import { badgeTurn } from '@/lib/storage/values/badge.ts';
import { clockSkew } from '@/lib/storage/values/clock.ts';
import { proofOf } from '../../proofs.ts';
import { BTC, ETH, receivedPrice } from '../feeds.ts';

const NOW_MS = Date.parse('2027-01-15T12:00:00Z');
const NOW_S = NOW_MS / 1_000;
const MIDNIGHT_S =
  Temporal.Instant.fromEpochMilliseconds(NOW_MS)
    .toZonedDateTimeISO(Temporal.Now.timeZoneId())
    .startOfDay().epochMilliseconds / 1_000;

const kept = <T>(current: T): Cached<T> => ({ current, loaded: Promise.resolve() });

const past = (price: string): string =>
  writePastPrice({ time: MIDNIGHT_S, price, expo: -2, conf: '0', trust: 't' } as never);

type Settings = HoldingsSettings & MarketCache;

const settings = (view: Partial<BadgeView>, change: Partial<Settings> = {}): Settings => ({
  watchlist: kept([BTC, ETH]),
  badgeFeedId: kept<string | null>(null),
  badgeView: kept<BadgeView>({ look: 'badge', subject: 'total', turns: null, ...view }),
  badgeTurn: kept(badgeTurn.fallback),
  areSamplesShown: kept(false),
  followedFeeds: kept({
    [BTC]: { display_symbol: 'BTC/USD', asset_type: 'Crypto', quote_currency: 'USD' },
    [ETH]: { display_symbol: 'ETH/USD', asset_type: 'Crypto', quote_currency: 'USD' },
  }),
  holdings: kept({
    [BTC]: { quantity: '0.5', cost: null },
    [ETH]: { quantity: '2', cost: null },
  }),
  amountsHidden: kept(false),
  displayCurrency: kept<string | null>(null),
  currencyFeeds: kept({}),
  staleLimitSeconds: kept(60),
  signatures: kept<'show' | 'require' | 'off'>('show'),
  clockSkew: kept(clockSkew.fallback),
  missingFeeds: kept({}),
  referencestoday: kept({ [BTC]: past('6000000'), [ETH]: past('260000') }),
  trust: kept('t'),
  ...change,
});

const PRICES: readonly [string, StoredPrice][] = [
  [BTC, receivedPrice('6400000', NOW_S - 1)],
  [ETH, receivedPrice('250000', NOW_S - 4)],
];

function figureOf(given: Settings, prices = PRICES) {
  const priceOf = (id: string) => new Map(prices).get(id);
  const market = cachedMarket(given, { priceOf, failed: new Map(), askedAt: NOW_MS }, NOW_MS);
  const isGain = given.badgeView.current.subject === 'gain';
  const { figure, line } = holdingsFigure({
    settings: given,
    isGain,
    market,
    when: () => '4 sec',
  });
  return { ...figure, value: figure.value && toDecimalString(figure.value), line };
}

describe('the holdings on the toolbar button', () => {
  it('are their total, in the color of today’s gain', () => {
    const { line, ...figure } = figureOf(settings({}));
    // 0.5 × 64,000 + 2 × 2,500; 0.5 × 4,000 − 2 × 100 since midnight.
    expect(figure).toMatchObject({ value: expect.stringMatching(/^37000/), direction: 1 });
    expect(figure).toMatchObject({ isSigned: false, isGray: false, isHidden: false });
    expect(line).toMatch(/^Total of your holdings {2}37,000\.\d* USD ±\S+ · \+5\.11% · 4/);
  });

  it('are today’s gain with its sign, or its percentage', () => {
    const gain = figureOf(settings({ subject: 'gain' }));
    expect(gain).toMatchObject({ value: expect.stringMatching(/^1800/), isSigned: true });
    expect(gain.line).toContain('+1,800');
    const loss = settings(
      { subject: 'gain' },
      { referencestoday: kept({ [BTC]: past('6600000'), [ETH]: past('250000') }) },
    );
    expect(figureOf(loss)).toMatchObject({ value: expect.stringMatching(/^-1000/), direction: -1 });
    const percent = figureOf(settings({ look: 'change' }));
    expect(percent).toMatchObject({ value: '5.11', isSigned: true });
  });

  it('stay hidden, in the tooltip as well; a percentage is no amount', () => {
    const hidden = { amountsHidden: kept(true) };
    const total = figureOf(settings({}, hidden));
    expect(total.isHidden).toBe(true);
    expect(total.line).toContain(HIDDEN);
    expect(total.line).not.toContain('37');
    expect(figureOf(settings({ look: 'change' }, hidden)).isHidden).toBe(false);
  });

  it('are gray while one is stale, or has no price or no past price', () => {
    const old: [string, StoredPrice] = [ETH, receivedPrice('250000', NOW_S - 90)];
    expect(figureOf(settings({}), [PRICES[0]!, old]).isGray).toBe(true);
    expect(figureOf(settings({}), [PRICES[0]!]).isGray).toBe(true);
    const since = { referencestoday: kept({ [BTC]: past('6000000') }) };
    expect(figureOf(settings({ subject: 'gain' }, since)).isGray).toBe(true);
    expect(figureOf(settings({}, since)).isGray).toBe(false);
  });

  it('leave out a feed that the service no longer offers, as the popup does', () => {
    const { value, isGray } = figureOf(settings({}, { missingFeeds: kept({ [BTC]: 'unknown' }) }));
    expect(value).toMatch(/^5000/);
    expect(isGray).toBe(true);
  });

  it('keep their gain while the local clock is off: past prices are stored by it', () => {
    const fast = { ...clockSkew.fallback, skewMs: 13 * 3_600_000 };
    const late = PRICES.map(([id, price]): [string, StoredPrice] => [
      id,
      { ...price, publishTime: price.publishTime - 13 * 3_600 },
    ]);
    const given = settings({ subject: 'gain' }, { clockSkew: kept(fast) });
    expect(figureOf(given, late).value).toMatch(/^1800/);
  });

  it('are not known without prices, or without holdings', () => {
    expect(figureOf(settings({}), []).value).toBeNull();
    const none = figureOf(settings({}, { holdings: kept({}) }));
    expect(none.value).toBeNull();
    expect(none.line).toBe('Total of your holdings  –');
  });

  it('count only verified prices where that is required', () => {
    const given = settings({}, { signatures: kept('require') });
    expect(figureOf(given).value).toBeNull();
    const proof = proofOf('verified', '');
    const verified = PRICES.map(([id, price]): [string, StoredPrice] => [id, { ...price, proof }]);
    expect(figureOf(given, verified).value).toMatch(/^37000/);
  });
});
