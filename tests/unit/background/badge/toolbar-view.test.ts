import { describe, expect, it } from 'vitest';
import type { Firing } from '@/lib/domain/alerts/model/firing.ts';
import { toolbarColor, toolbarTitle } from '@/lib/background/badge/toolbar.ts';
import { toolbarView, type ToolbarSettings } from '@/lib/background/badge/toolbar-view.ts';
import { writePastPrice } from '@/lib/domain/history/past-price.ts';
import { referenceTime } from '@/lib/domain/history/time-grid.ts';
import { labelled } from '@/lib/base/locale/labelled.ts';
import { t } from '@/lib/base/locale/t.ts';
import { badgeView } from '@/lib/storage/values/badge.ts';
import { clockSkew } from '@/lib/storage/values/clock.ts';
import type { StoredPrice } from '@/lib/domain/prices/stored-price.ts';
import type { BackgroundUpdates } from '@/lib/domain/settings.ts';
import { listView } from '@/lib/storage/values/view.ts';
import { BTC, ETH, EUR, receivedPrice } from '../feeds.ts';
import { kept, toolbarSettings as settings } from './toolbar-settings.ts';
import { BAD_SIGNATURE, proofOf } from '../../proofs.ts';

const NOW_S = 1_800_000_000;
const NOW_MS = NOW_S * 1_000;

const priceOf = (age: number): StoredPrice => receivedPrice('6431245', NOW_S - age);

const view = (given: ToolbarSettings, price: StoredPrice, failed = new Map()) =>
  toolbarView(given, { prices: new Map([[BTC, price]]), failed, askedAt: NOW_MS }, NOW_MS);

describe('what the toolbar shows', () => {
  it('is the feeds in the user’s order, by the names that the user gave them', () => {
    const { feeds } = view(settings({ rowNames: kept({ [BTC]: 'Coin' }) }), priceOf(1));
    expect(feeds.map(({ symbol }) => symbol)).toEqual(['Coin', 'ETH/USD']);
  });

  it('has at most ten feeds', () => {
    const many = Array.from({ length: 12 }, (_, index) => index.toString(16).repeat(64));
    expect(view(settings({ watchlist: kept(many) }), priceOf(1)).feeds).toHaveLength(10);
  });

  it('is stale where the last answer was older than the limit, and says so', () => {
    const [fresh, stale] = [60, 61].map((age) => view(settings(), priceOf(age)));
    expect(fresh?.feeds[0]).toMatchObject({ isGray: false, notes: ['1 min'] });
    expect(stale?.feeds[0]).toMatchObject({ isGray: true, notes: ['1 min old'] });
    expect([fresh?.figure?.isGray, stale?.figure?.isGray]).toEqual([false, true]);
  });

  it('has times in place of ages, and is gray, while nothing is requested', () => {
    const intake = { prices: new Map([[BTC, priceOf(1)]]), failed: new Map(), askedAt: NOW_MS };
    const given = settings({ backgroundUpdates: kept<BackgroundUpdates>('none') });
    const asleep = toolbarView(given, intake, NOW_MS, true);
    const [lead, ...rows] = toolbarTitle(asleep).split('\n');
    expect(lead).toMatch(/^Pricelight · These prices are from \d+:\d\d\s[AP]M\.$/);
    expect(rows[0]).toMatch(/^\u2068?BTC\/USD {2}64,312.* · \d+:\d\d\s[AP]M$/);
    expect(toolbarColor(asleep)).toBe(toolbarColor({ ...asleep, figure: undefined }));
  });

  it('is corrected for a clock that is slow, and says so', () => {
    const slow = { ...clockSkew.fallback, skewMs: -65_000 };
    const given = settings({ clockSkew: kept(slow) });
    const shown = view(given, priceOf(-64));
    expect(shown.feeds[0]).toMatchObject({ isGray: false, notes: ['1 sec'] });
    expect(toolbarTitle(shown).split('\n').slice(1, 3)).toEqual([
      'Your computer’s clock is about 65 seconds slow. Pricelight corrects for this.',
      expect.stringMatching(/ · 1 sec$/),
    ]);
    expect(view(given, priceOf(-4)).feeds[0]).toMatchObject({ isGray: true });
  });

  it('keeps its change while the clock is fast: past prices are stored by it', () => {
    const fast = { ...clockSkew.fallback, skewMs: 65_000 };
    // The past prices' next time began 30 s ago by the local clock, and is 35 s away by the true one.
    const now = Math.ceil(NOW_S / 600) * 600 + 30;
    const time = referenceTime('24h', now);
    const past = writePastPrice({ time, price: '6000000', expo: -2, trust: null });
    const given = settings({
      badgeView: kept({ ...badgeView.fallback, look: 'change' }),
      references24h: kept({ [BTC]: past }),
      clockSkew: kept(fast),
    });
    const intake = { failed: new Map(), askedAt: now * 1_000 };
    const prices = new Map([[BTC, receivedPrice('6600000', now - 66)]]);
    const { figure } = toolbarView(given, { ...intake, prices }, now * 1_000);
    expect(figure?.value).toEqual({ mantissa: 100n, expo: -1 });
  });

  it('shows a change as an amount, if the list does', () => {
    const past = { time: referenceTime('24h', NOW_S), price: '6500000', expo: -2, trust: null };
    const given = settings({
      badgeView: kept({ ...badgeView.fallback, look: 'change' }),
      listView: kept({ ...listView.fallback, changeAs: 'amount' }),
      references24h: kept({ [BTC]: writePastPrice(past) }),
    });
    const { figure } = view(given, priceOf(1));
    expect(figure).toMatchObject({ value: { mantissa: -68_755n, expo: -2 }, direction: -1 });
  });

  it('has no price of a feed that the service no longer offers, as the list has none', () => {
    const gone = settings({ missingFeeds: kept({ [BTC]: 'unknown' }) });
    const { feeds, figure } = view(gone, priceOf(1));
    expect(feeds[0]).toMatchObject({ price: undefined, isGray: true });
    expect(figure).toMatchObject({ value: null, isGray: true });
  });

  it('says that alerts wait for a late price', () => {
    const shown = view(settings({ lateFeeds: kept([ETH]) }), priceOf(1));
    expect(toolbarTitle(shown)).toContain(
      '\nSome alerts are waiting for a newer price of ETH/USD.\n',
    );
  });

  it('opens and closes markets by corrected time', () => {
    // A clock that is 65 s fast shows 9:30:30 at 9:29:25, when the market is still closed.
    const opening = Date.UTC(2026, 10, 20, 9, 30, 30);
    const attributes = {
      [BTC]: { schedule: 'UTC;0930-1600,0930-1600,0930-1600,0930-1600,0930-1600,C,C;' },
    };
    const notesBy = (skewMs: number) =>
      toolbarView(
        settings({
          followedFeeds: kept(attributes),
          clockSkew: kept({ ...clockSkew.fallback, skewMs }),
        }),
        { prices: new Map(), failed: new Map(), askedAt: 0 },
        opening,
      ).feeds[0]?.notes;
    expect([notesBy(0), notesBy(65_000)]).toEqual([[], ['Opens 9:30 AM']]);
  });

  it('is not stale while the market is closed, and says that', () => {
    const closed = { display_symbol: 'BTC/USD', schedule: 'UTC;C,C,C,C,C,C,C;' };
    const [badgeFeed] = view(
      settings({ followedFeeds: kept({ [BTC]: closed }) }),
      priceOf(9_000),
    ).feeds;
    expect(badgeFeed).toMatchObject({ isGray: false, notes: ['2 hr', 'Market closed'] });
  });

  it('says that a market is open after hours if verified prices are seconds old', () => {
    const closed = { display_symbol: 'BTC/USD', schedule: 'UTC;C,C,C,C,C,C,C;' };
    const price = { ...priceOf(1), proof: proofOf('verified', 't') };
    const [badgeFeed] = view(settings({ followedFeeds: kept({ [BTC]: closed }) }), price).feeds;
    expect(badgeFeed?.notes).toEqual(['1 sec', 'After hours', 'Verified']);
  });

  it('says that what the service sends fails verification, also of all prices', () => {
    const failed = new Map([
      [BTC, { reason: BAD_SIGNATURE, at: NOW_MS, trust: '' }],
      [EUR, { reason: BAD_SIGNATURE, at: NOW_MS, trust: '' }],
    ]);
    const shown = view(settings(), priceOf(1), failed);
    expect(shown.feeds[0]).toMatchObject({
      isGray: true,
      notes: ['1 sec', 'Failed verification'],
    });
    expect(shown.figure?.isGray).toBe(true);
    expect(shown.feeds[1]).toMatchObject({ isGray: false, notes: [] });
    expect(shown.status).toEqual({ code: 'unverified', ids: [BTC], live: 0 });
  });

  it('is no unproven figure where proofs are required', () => {
    const required = settings({ signatures: kept('require') });
    expect(view(required, priceOf(1)).feeds[0]?.price).toBeUndefined();
    const proof = proofOf('verified', '');
    expect(view(required, { ...priceOf(1), proof }).feeds[0]?.price).toBeDefined();
  });

  it('has the price of an unseen alert, but none that may be unverified where that is required', () => {
    const firing: Firing = {
      id: 'a.1-1.0',
      alertId: 'a',
      feedId: BTC,
      at: NOW_MS,
      what: { kind: 'market', now: 'open' },
      missed: false,
      price: { price: '6400000', conf: '1', expo: -2, publishTime: NOW_S, slot: 1 },
      delivered: 'silent',
      seenAt: null,
    };
    const alertPrice = (mode: 'show' | 'require', prices: Map<string, StoredPrice>) =>
      toolbarView(
        settings({ firings: kept([firing]), signatures: kept(mode) }),
        { prices, failed: new Map(), askedAt: NOW_MS },
        NOW_MS,
      ).alerts[0]?.price?.price;
    const unverified = new Map([[BTC, priceOf(1)]]);
    expect(alertPrice('show', new Map())).toBe('6400000');
    expect(alertPrice('show', unverified)).toBe('6431245');
    expect(alertPrice('require', unverified)).toBeUndefined();
    expect(alertPrice('require', new Map())).toBeUndefined();
  });

  it('has every unseen alert, also of a feed that left the watchlist, as the popup counts them', () => {
    const firing = (feedId: string, seenAt: number | null): Firing => ({
      id: `a.${feedId}`,
      alertId: 'a',
      feedId,
      at: NOW_MS,
      what: { kind: 'market', now: 'open' },
      missed: false,
      price: null,
      delivered: 'silent',
      seenAt,
    });
    const history = [firing(BTC, null), firing('f'.repeat(64), null), firing(BTC, NOW_MS)];
    expect(view(settings({ firings: kept(history) }), priceOf(1)).alerts).toHaveLength(2);
  });
});

describe('in a display currency', () => {
  const CLOSED = 'America/New_York;C,C,C,C,C,C,C;';
  const rateOf = (age: number): StoredPrice => receivedPrice('125', NOW_S - age);

  function inEuros(rate: StoredPrice, schedule?: string) {
    const given = settings({
      watchlist: kept([BTC]),
      displayCurrency: kept<string | null>('EUR'),
      currencyFeeds: kept({ EUR: { id: EUR, isInverse: false } }),
      followedFeeds: kept({
        [BTC]: { display_symbol: 'BTC/USD', asset_type: 'Crypto', quote_currency: 'USD' },
        [EUR]: { display_symbol: 'EUR/USD', ...(schedule === undefined ? {} : { schedule }) },
      }),
    });
    const prices = new Map([
      [BTC, priceOf(1)],
      [EUR, rate],
    ]);
    return toolbarView(given, { prices, failed: new Map(), askedAt: NOW_MS }, NOW_MS).feeds[0];
  }

  it('names a rate that is stale, and then the price is, too', () => {
    expect(inEuros(rateOf(1))).toMatchObject({ currency: 'EUR', isGray: false, notes: ['1 sec'] });
    const note = labelled('EUR/USD', '1 min old');
    expect(inEuros(rateOf(90))).toMatchObject({ isGray: true, notes: ['1 min', note] });
  });

  it('names a rate whose market is closed', () => {
    const note = labelled('EUR/USD', t('row.mark.closed'));
    expect(inEuros(rateOf(90), CLOSED)).toMatchObject({ isGray: false, notes: ['1 min', note] });
  });
});
