import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AlertRule } from '@/lib/domain/alerts/model/rule.ts';
import type { Trigger } from '@/lib/domain/alerts/model/trigger.ts';
import { nextReach } from '@/lib/background/alerts/reach.ts';
import { wantsStream } from '../connection/wants-stream.ts';
import { alertReach, type Reach } from '@/lib/storage/values/alert-reach.ts';
import { backgroundUpdates } from '@/lib/storage/values/settings.ts';
import { watchlist } from '@/lib/storage/values/watchlist.ts';
import { BTC, ETH } from '../feeds.ts';
import { answerOf, createFeed, makeRule, ms, priceAt } from '../../domain/alerts/builders.ts';

const crosses: Trigger = { kind: 'crosses', direction: 'above', level: '1000' };

/** Plays prices 30 s apart and returns whether each was near a level. */
function play(
  prices: readonly number[],
  rule = makeRule(crosses),
  step = 30,
  marketOpen = true,
): boolean[] {
  const feed = createFeed([rule]);
  let reach: Reach | null = null;
  return prices.map((price, index) => {
    const latest = priceAt(index * step, String(price), { marketOpen });
    feed.play(answerOf(latest));
    const { states } = feed.played;
    reach = nextReach(reach, { rules: [rule], states, latest, now: ms(index * step) });
    return reach.isNear;
  });
}

describe('nextReach', () => {
  it('is near within three times the largest recent move, but not at the first price', () => {
    expect(play([960, 970, 971])).toEqual([false, true, true]);
    expect(play([900, 910, 911])).toEqual([false, false, false]);
  });

  it('stays near up to six times that move, and for at least two minutes', () => {
    // Moves of 10: near from 970 on, until it is beyond 940 and two minutes have passed.
    const away = [960, 970, 960, 950, 945, 945, 945, 945, 945, 935, 930];
    expect(play(away)).toEqual(away.map((_, at) => at > 0 && at < 9));
    expect(play([960, 970, 960, 950, 940, 930]).slice(-2)).toEqual([true, false]);
  });

  it.each<[string, AlertRule[]]>([
    ['its only alert is paused', [makeRule(crosses, { enabled: false })]],
    ['there are no alerts', []],
  ])('is no longer near as soon as %s', (_what, rules) => {
    const now = ms(60);
    const before: Reach = { points: [], isNear: true, until: now + 60_000 };
    const around = { states: {}, latest: priceAt(60, '970'), now };
    expect(nextReach(before, { rules: [makeRule(crosses)], ...around }).isNear).toBe(true);
    expect(nextReach(before, { rules, ...around }).isNear).toBe(false);
  });

  it('ignores a move across a long silence', () => {
    expect(play([500, 990, 991], makeRule(crosses), 300)).toEqual([false, false, false]);
  });

  it('forgets old moves', () => {
    const calm = Array.from({ length: 20 }, () => 900);
    expect(play([800, 900, ...calm]).at(-1)).toBe(false);
    expect(play([800, 900])).toEqual([false, true]);
  });

  it.each<[string, AlertRule]>([
    ['is paused', makeRule(crosses, { enabled: false })],
    ['is snoozed', makeRule(crosses, { snoozedUntil: ms(86_400) })],
    ['cannot fire from this side', makeRule({ ...crosses, direction: 'below' })],
    ['has no level', makeRule({ kind: 'market', change: 'either' })],
  ])('is not near for an alert that %s', (_what, one) => {
    expect(play([960, 970, 971], one)).toEqual([false, false, false]);
  });

  it('is not near while the market is closed', () => {
    expect(play([960, 970], makeRule(crosses), 30, false)).toEqual([false, false]);
  });

  it('gives the same result for streamed and polled prices', () => {
    // 10 in 30 s, and 20 from the level at the end.
    const streamed = Array.from({ length: 241 }, (_, at) => 900 + Math.floor(at / 3));
    const polled = streamed.filter((_, at) => at % 30 === 0);
    expect(play(polled, makeRule(crosses), 30).at(-1)).toBe(true);
    expect(play(streamed, makeRule(crosses), 1).at(-1)).toBe(true);
    expect(play([960, 970], makeRule(crosses), 25)).toEqual([false, true]);
    expect(play([960, 970], makeRule(crosses), 24)).toEqual([false, false]);
  });

  it('counts no move to a price from before the last one', () => {
    const around = { rules: [makeRule(crosses)], states: {}, now: ms(100) };
    const first = nextReach(null, { ...around, latest: priceAt(90, '900') });
    const earlier = nextReach(first, { ...around, latest: priceAt(50, '970') });
    expect(earlier).toMatchObject({ isNear: false, points: [{ price: '970' }] });
  });

  it('stores a bounded number of points', () => {
    const events = fc.array(fc.tuple(fc.integer(), fc.integer({ min: -100, max: 1_000 })));
    fc.assert(
      fc.property(events, (list) => {
        let reach: Reach | null = null;
        let at = 0;
        for (const [price, elapsed] of list) {
          at += elapsed;
          const latest = priceAt(at, String(price));
          reach = nextReach(reach, { rules: [], states: {}, latest, now: ms(at) });
          expect(reach.points.length).toBeLessThanOrEqual(13);
          expect(reach.isNear).toBe(false);
        }
      }),
    );
  });
});

describe('the plan', () => {
  const near: Reach = { points: [], isNear: true, until: 0 };

  it('streams in Balanced mode while a watchlist feed is near a level', async () => {
    await watchlist.setValue([BTC]);
    expect(await wantsStream()).toBe(false);
    await alertReach.setValue({ [ETH]: near });
    expect(await wantsStream()).toBe(false);
    await alertReach.setValue({ [BTC]: near });
    expect(await wantsStream()).toBe(true);
    await backgroundUpdates.setValue('saver');
    expect(await wantsStream()).toBe(false);
  });
});
