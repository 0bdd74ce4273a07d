import { describe, expect, it } from 'vitest';
import type { AlertPrice } from '@/lib/domain/alerts/model/price.ts';
import { snooze } from '@/lib/domain/alerts/model/rule-changes.ts';
import type { AlertRule, AlertRuleInput } from '@/lib/domain/alerts/model/rule.ts';
import type { Trigger } from '@/lib/domain/alerts/model/trigger.ts';
import { parseSchedule } from '@/lib/domain/prices/schedule-grammar.ts';
import { effectivePhase, explain } from '@/lib/domain/alerts/text/explain.ts';
import { conditionTitle } from '@/lib/domain/alerts/text/condition-words.ts';
import { firingWords } from '@/lib/domain/alerts/text/event-words.ts';
import {
  createFeed,
  listOf,
  makeRule,
  moves,
  ms,
  priceAt,
  REPEATING,
  START,
  type Prices,
} from '../builders.ts';

const crosses: Trigger = { kind: 'crosses', direction: 'above', level: '65000' };
const isAbove: Trigger = { kind: 'crosses', direction: 'above', level: '65000', alsoIfThere: true };

describe('the text of a firing', () => {
  it.each<[string, Trigger, Prices]>([
    [
      'BTC/USD rose above 65,000 · 65,012.45 ±12.50',
      crosses,
      [
        [0, '64000'],
        [1, '65012.45000000', { conf: '12.5' }],
      ],
    ],
    ['BTC/USD is above 65,000 · 65,012.46 ±0.00', isAbove, '0:65012.45781203'],
    [
      'BTC/USD rose by 500 (1.00%) from 50,000 in 5\u00a0min · 50,500 ±0',
      moves('1%', 3_600),
      '0:50000 300:50500',
    ],
    ['BTC/USD fell by 0.5 from 0 in 2\u00a0sec · −0.5 ±0.0', moves('0.5', 60), '0:0 2:-0.5'],
    [
      'The BTC/USD market opened · 7 ±0',
      { kind: 'market', change: 'opens' },
      [
        [0, '7', { marketOpen: false }],
        [1, '7', { marketOpen: true }],
      ],
    ],
  ])('%s', (words, trigger, prices) => {
    const feed = createFeed([makeRule(trigger)]);
    feed.prices(prices);
    expect(feed.played.firings.map((firing) => firingWords(firing, 'BTC/USD'))).toEqual([words]);
  });

  it('marks what was missed and works without a price', () => {
    const feed = createFeed([makeRule(crosses)]);
    feed.prices('0:64000 1000:66000');
    expect(feed.played.missed.map((firing) => firingWords(firing, 'BTC/USD'))).toEqual([
      'BTC/USD rose above 65,000 · 66,000 ±0 · Happened while offline',
    ]);
    const stale = createFeed([makeRule({ kind: 'stale-while-open' })]);
    stale.tick(0, { stale: true });
    stale.tick(60, { stale: true });
    expect(stale.played.firings.map((firing) => firingWords(firing, 'BTC/USD'))).toEqual([
      'BTC/USD isn’t updating although its market is open',
    ]);
  });

  it.each<[string, Trigger]>([
    ['Rises above 65,000', crosses],
    ['Crosses 1.5', { kind: 'crosses', direction: 'either', level: '1.5' }],
    ['Moves by 1.5% within 15\u00a0min', moves('1.5%', 900)],
    [
      'Moves by 250 since the last trigger',
      { kind: 'retired', was: 'value-since-last', figure: '250' },
    ],
    ['At least 5% from its EMA', { kind: 'retired', was: 'average', figure: '5' }],
    ['Uncertainty (±) above 20 bp', { kind: 'retired', was: 'confidence', figure: '20' }],
    ['Stops updating while the market is open', { kind: 'stale-while-open' }],
    ['Market opens or closes', { kind: 'market', change: 'either' }],
  ])('%s', (words, trigger) => {
    expect(conditionTitle(trigger)).toBe(words);
  });
});

type Feed = ReturnType<typeof createFeed>;

describe('the explanation of why an alert has not fired', () => {
  function why(feed: Feed, at: number, latest: AlertPrice | null, areOn = true) {
    return explain(feed.rule, feed.state, {
      now: ms(at),
      areOn,
      latest,
      watch: feed.played.watch,
      schedule: parseSchedule({}),
      formatTime: (time) => `@${time / 1_000 - START}`,
    });
  }

  type Case = [
    phase: string,
    obstacle: string | null,
    prices: Prices,
    rule?: Partial<AlertRuleInput> & { trigger?: Trigger },
    change?: (rule: AlertRule) => AlertRule,
  ];
  const repeat = REPEATING;
  const at64000 = (last: object): Prices => [...listOf('0:64000'), [1, '64000', last]];

  it.each<Case>([
    ['waiting', null, []],
    ['waiting', null, '0:66000'],
    ['armed', null, '0:64000'],
    ['waiting', null, '0:64000 1:65001 90:65001', { repeat }],
    ['fired', null, '0:64000 1:65001'],
    ['cooling', null, '0:64000 1:65001 2:64000 3:65001', { repeat }],
    ['snoozed', null, '0:64000', {}, (rule) => snooze(rule, ms(500))],
    ['off', null, '0:64000', {}, (rule) => ({ ...rule, enabled: false })],
    ['expired', null, '0:64000', { expiresAt: ms(5) }],
    ['armed', 'Market closed', at64000({ marketOpen: false })],
    ['armed', 'Not checked since @1', at64000({ stale: true })],
    ['waiting', null, '0:66000 90:66000', { trigger: isAbove, repeat }],
    ['waiting', null, '0:64000', { trigger: { kind: 'market', change: 'opens' } }],
  ])('%s, %s: %o', (phase, obstacle, prices, { trigger = crosses, ...options } = {}, change) => {
    const feed = createFeed([makeRule(trigger, options)]);
    feed.prices(prices);
    if (change) feed.change(change);
    const last = listOf(prices).at(-1);
    expect(why(feed, last ? last[0] + 20 : 20, last ? priceAt(...last) : null)).toMatchObject({
      phase,
      obstacle,
    });
  });

  it('says since when no answer has come, even if the last price is known', () => {
    const feed = createFeed([makeRule(crosses)]);
    feed.tick(0);
    const latest = priceAt(0, '64000');
    expect(why(feed, 1, latest).obstacle).toBe('No usable price yet.');
    feed.price(2, '64000');
    feed.tick(3_600);
    expect(why(feed, 300, latest).obstacle).toBeNull();
    expect(why(feed, 3_600, latest).obstacle).toBe('Not checked since @0');
  });

  it('contains the exact distance', () => {
    const feed = createFeed([makeRule(crosses, { repeat })]);
    feed.prices('0:64000 1:65001');
    const { distance, remaining } = why(feed, 2, priceAt(1, '65000.00000001'));
    expect(distance).toMatchObject({ amount: { mantissa: -1n, expo: -8 } });
    expect(remaining).toEqual({ amount: '0.00000001', percent: null });
  });
});

it.each([
  ['armed', true, null, 'armed'],
  ['armed', false, null, 'off'],
  ['armed', false, 'Paused because …', 'off'],
  ['waiting', true, 'Paused because …', 'waiting'],
  ['expired', false, 'Paused because …', 'expired'],
  ['fired', false, null, 'fired'],
] as const)('%s, with alerts on: %s, paused: %s, is shown as %s', (phase, areOn, paused, shown) => {
  expect(effectivePhase(phase, areOn, paused).phase).toBe(shown);
});
