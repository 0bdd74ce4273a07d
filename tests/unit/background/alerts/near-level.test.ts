import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readFigures, type AlertSample } from '@/lib/alerts/sample.ts';
import type { AlertState } from '@/lib/alerts/state.ts';
import { alertRuleSchema, type AlertRule, type AlertRuleInput } from '@/lib/alerts/rule.ts';
import { evaluateFeed } from '@/lib/alerts/evaluate-all.ts';
import { nextReach } from '@/lib/background/alerts/near-level.ts';
import { readPlan } from '@/lib/background/plan.ts';
import { alertReach, type Reach } from '@/lib/storage/alert-reach.ts';
import { backgroundUpdates } from '@/lib/storage/settings.ts';
import { watchlist } from '@/lib/storage/watchlist.ts';
import { BTC, ETH } from '../feeds.ts';

const START_S = 1_795_219_200;

function sample(at: number, price: number, marketOpen = true): AlertSample {
  const digits = String(price);
  return {
    price: digits,
    conf: '0',
    expo: 0,
    emaPrice: digits,
    emaConf: '0',
    emaExpo: 0,
    publishTime: START_S + at,
    slot: null,
    receivedAt: (START_S + at) * 1_000,
    marketOpen,
    stale: false,
  };
}

const rule = (change: Partial<AlertRuleInput> = {}): AlertRule =>
  alertRuleSchema.parse({
    id: 'a',
    feedId: BTC,
    trigger: { kind: 'crosses', direction: 'above', level: '1000' },
    ...change,
  });

/** Plays prices, 30 s apart, and gives what was near after each. */
function play(prices: readonly number[], one = rule(), step = 30, marketOpen = true): boolean[] {
  let reach: Reach | null = null;
  let states: Record<string, AlertState> = {};
  let watch = null as Parameters<typeof evaluateFeed>[0]['watch'];
  return prices.map((price, index) => {
    const seen = sample(index * step, price, marketOpen);
    const event = { type: 'sample', sample: seen } as const;
    const result = evaluateFeed({ rules: [one], states, feedId: BTC, watch, event, areOn: true });
    states = { ...states, ...result.states };
    watch = result.watch;
    reach = nextReach(reach, {
      rules: [one],
      states,
      figures: readFigures(seen),
      now: seen.receivedAt,
    });
    return reach.isNear;
  });
}

describe('nextReach', () => {
  it('is near within three of the largest recent moves, and knows none at first', () => {
    expect(play([960, 970, 971])).toEqual([false, true, true]);
    expect(play([900, 910, 911])).toEqual([false, false, false]);
  });

  it('stays near up to six moves away, and for two minutes after it was within three', () => {
    // Moves of 10: it enters at 970, leaves when it is beyond 940 and two minutes have passed.
    const away = [960, 970, 960, 950, 945, 945, 945, 945, 945, 935, 930];
    expect(play(away)).toEqual(away.map((_, at) => at > 0 && at < 9));
    expect(play([960, 970, 960, 950, 940, 930]).slice(-2)).toEqual([true, false]);
  });

  it.each<[string, AlertRule[]]>([
    ['its only alert is turned off', [rule({ enabled: false })]],
    ['alerts are', []],
  ])('is near no more as soon as %s', (_what, rules) => {
    const now = (START_S + 60) * 1_000;
    const figures = readFigures(sample(60, 970));
    const before: Reach = { points: [], isNear: true, until: now + 60_000 };
    const around = { states: {}, figures, now };
    expect(nextReach(before, { rules: [rule()], ...around }).isNear).toBe(true);
    expect(nextReach(before, { rules, ...around }).isNear).toBe(false);
  });

  it('counts no move over a long silence', () => {
    expect(play([500, 990, 991], rule(), 300)).toEqual([false, false, false]);
  });

  it('forgets moves of long ago', () => {
    const calm = Array.from({ length: 20 }, () => 900);
    expect(play([800, 900, ...calm]).at(-1)).toBe(false);
    expect(play([800, 900])).toEqual([false, true]);
  });

  it.each<[string, AlertRule]>([
    ['is off', rule({ enabled: false })],
    ['is snoozed', rule({ snoozedUntil: (START_S + 86_400) * 1_000 })],
    [
      'waits for the other side',
      rule({ trigger: { kind: 'crosses', direction: 'below', level: '1000' } }),
    ],
    ['goes by no level', rule({ trigger: { kind: 'market', change: 'either' } })],
  ])('is not near for an alert that %s', (_what, one) => {
    expect(play([960, 970, 971], one)).toEqual([false, false, false]);
  });

  it('is not near in a closed market, unless the alert wants such prices', () => {
    const always = rule({ onlyWhileOpen: false });
    expect(play([960, 970], rule(), 30, false)).toEqual([false, false]);
    expect(play([960, 970], always, 30, false)).toEqual([false, true]);
  });

  it('measures the same whether prices stream or are polled', () => {
    const streamed = Array.from({ length: 301 }, (_, at) => 900 + Math.floor(at / 30));
    const polled = streamed.filter((_, at) => at % 30 === 0);
    expect(play(streamed, rule(), 1).at(-1)).toBe(play(polled, rule(), 30).at(-1));
  });

  it('keeps few points whatever comes', () => {
    const events = fc.array(fc.tuple(fc.integer(), fc.integer({ min: -100, max: 1_000 })));
    fc.assert(
      fc.property(events, (list) => {
        let reach: Reach | null = null;
        let at = 0;
        for (const [price, elapsed] of list) {
          at += elapsed;
          const figures = readFigures(sample(at, price));
          reach = nextReach(reach, { rules: [], states: {}, figures, now: (START_S + at) * 1_000 });
          expect(reach.points.length).toBeLessThanOrEqual(13);
          expect(reach.isNear).toBe(false);
        }
      }),
    );
  });
});

describe('the plan', () => {
  const near: Reach = { points: [], isNear: true, until: 0 };

  it('streams in Balanced while a followed feed is near to a level', async () => {
    await watchlist.setValue([BTC]);
    expect((await readPlan(false)).wantsStream).toBe(false);
    await alertReach.setValue({ [ETH]: near });
    expect((await readPlan(false)).wantsStream).toBe(false);
    await alertReach.setValue({ [BTC]: near });
    expect((await readPlan(false)).wantsStream).toBe(true);
    await backgroundUpdates.setValue('saver');
    expect((await readPlan(false)).wantsStream).toBe(false);
  });
});
