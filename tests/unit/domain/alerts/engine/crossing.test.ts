import { describe, expect, it } from 'vitest';
import { gapFor } from '@/lib/domain/alerts/engine/feed-watch.ts';
import type { AlertRuleInput } from '@/lib/domain/alerts/model/rule.ts';
import { createFeed, firedAt, makeRule, minutely, REPEATING, START } from '../builders.ts';

type Row = [
  name: string,
  direction: 'above' | 'below' | 'either',
  level: string,
  prices: string,
  fired: number[],
  options?: Partial<AlertRuleInput>,
];

const again = { repeat: REPEATING };

describe('a crossing alert', () => {
  it.each<Row>([
    ['does not fire if it is created beyond the level', 'above', '100', '101 102', []],
    ['fires when the price was below and is now above', 'above', '100', '99 101', [1]],
    ['does not fire in the other direction', 'above', '100', '101 99', []],
    ['counts the level itself as neither side', 'above', '100', '99 100 100 100.01', [3]],
    ['cannot fire from the level itself', 'above', '100', '100 101', []],
    ['needs no minimum distance before its first firing', 'above', '100', '99.9999 100.0001', [1]],
    ['fires when the price falls below the level', 'below', '100', '101 99.9', [1]],
    ['does not fire if it is created below the level', 'below', '100', '99 98', []],
    ['with either direction fires on the way up', 'either', '100', '99 101', [1]],
    ['with either direction fires on the way down', 'either', '100', '101 99', [1]],
    ['fires only once by default', 'above', '100', '99 101 90 110', [1]],
    [
      'fires again after the price moved back by 0.1 % of the level',
      'above',
      '100',
      minutely('99 101 99.9 101'),
      [60, 180],
      again,
    ],
    [
      'does not fire again within 0.1 % of the level',
      'above',
      '100',
      minutely('99 101 99.91 101'),
      [60],
      again,
    ],
    [
      'with either direction fires again both ways',
      'either',
      '100',
      minutely('99 101 99.95 100.05 100.1 99.99 99.8 100.01'),
      [60, 120, 300, 420],
      again,
    ],
    ['works with negative levels', 'below', '-37.5', '-37.4 -37.63', [1]],
    [
      'uses the reset distance of a negative level',
      'above',
      '-100',
      minutely('-101 -99 -100.09 -99 -100.1 -99'),
      [60, 300],
      again,
    ],
    ['fires when the price falls below zero', 'below', '0', '0.01 -0.01', [1]],
    ['accepts a price of zero', 'below', '0.5', '1 0', [1]],
    [
      'compares exactly where doubles could not',
      'above',
      '0.3',
      '0.29999999999999999999 0.3 0.30000000000000000001',
      [2],
    ],
    ['works with tiny prices', 'above', '0.00001043', '0.00001042 0.00001044', [1]],
  ])('%s', (_name, direction, level, prices, fired, options = {}) => {
    expect(firedAt(makeRule({ kind: 'crosses', direction, level }, options), prices)).toEqual(
      fired,
    );
  });

  it.each([
    [
      'more than the confidence, even of a level of zero',
      '0',
      '-1',
      '1',
      ['-0.49', '-0.5', '-0.51'],
    ],
    ['more than a wide confidence', '100', '99', '101', ['99.9', '99.5', '99.49']],
  ])('must move back by %s', (_, level, below, above, [near = '', at = '', beyond = '']) => {
    const rule = makeRule({ kind: 'crosses', direction: 'above', level }, again);
    const conf = { conf: '0.5' };
    const prices = [below, above, near, above, at, above, beyond, above];
    expect(
      firedAt(
        rule,
        prices.map((price, index) => [index * 60, price, conf] as const),
      ),
    ).toEqual([60, 420]);
  });

  it('fires at once where it also counts, and again after it moved back', () => {
    const there = { kind: 'crosses', direction: 'above', level: '100', alsoIfThere: true } as const;
    const feed = createFeed([makeRule(there, again)]);
    feed.prices(minutely('101 102 99.91 101 99.9 101'));
    expect(feed.played.firings.map(({ what }) => what)).toEqual([
      { kind: 'crosses', direction: 'above', level: '100', wasThere: true },
      { kind: 'crosses', direction: 'above', level: '100' },
    ]);
    const awake = createFeed([makeRule(there)]);
    awake.prices('0:99 9000:101');
    expect(awake.played).toMatchObject({ firings: [{ alertId: 'a' }], missed: [] });
  });

  it('compares prices of different exponents', () => {
    const feed = createFeed([makeRule({ kind: 'crosses', direction: 'above', level: '64000' })]);
    feed.price(0, '63999', { price: '63999', expo: 0 });
    feed.price(1, '0', { price: '6400000000001', expo: -8 });
    expect(feed.played.firings).toHaveLength(1);
  });

  it('reports a miss after a gap and can fire again once the price is on the other side', () => {
    const feed = createFeed([
      makeRule({ kind: 'crosses', direction: 'above', level: '100' }, { repeat: REPEATING }),
    ]);
    feed.prices('0:99 301:101');
    expect(feed.played).toMatchObject({ firings: [], missed: [{ missed: true, alertId: 'a' }] });
    feed.prices('302:102 303:99.9 304:101');
    expect(feed.played.firings).toHaveLength(1);
    expect(feed.played.missed).toHaveLength(1);
  });

  it('does not fire for a crossing during a browser restart, however short', () => {
    const feed = createFeed([makeRule({ kind: 'crosses', direction: 'above', level: '100' })]);
    feed.price(0, '99');
    feed.restartBrowser();
    feed.price(1, '101');
    expect(feed.played).toMatchObject({ firings: [], missed: [{ alertId: 'a' }] });
  });

  it('ignores prices after a restart that are older than those before it', () => {
    const feed = createFeed([makeRule({ kind: 'crosses', direction: 'above', level: '100' })]);
    feed.price(10, '99');
    feed.restartBrowser();
    feed.price(11, '101', { publishTime: START + 9 });
    expect(feed.played.missed).toHaveLength(0);
    feed.prices('12:99 13:101');
    expect(feed.played.firings).toHaveLength(1);
  });

  it('detects sleep by the publish times if the clock was set back', () => {
    const feed = createFeed([makeRule({ kind: 'crosses', direction: 'above', level: '100' })]);
    feed.price(10_000, '99');
    feed.price(10_301, '101', { receivedAt: 9_999 });
    expect(feed.played).toMatchObject({ firings: [], missed: [{ alertId: 'a' }] });
    const awake = createFeed([makeRule({ kind: 'crosses', direction: 'above', level: '100' })]);
    awake.price(10_000, '99');
    awake.price(10_002, '101', { receivedAt: 9_999 });
    expect(awake.played).toMatchObject({ firings: [{ alertId: 'a' }], missed: [] });
  });

  it('does not let an older answer end a gap', () => {
    const feed = createFeed([makeRule({ kind: 'crosses', direction: 'above', level: '100' })]);
    feed.price(0, '99');
    feed.price(200, '99', { publishTime: START - 1 });
    feed.price(400, '101');
    expect(feed.played).toMatchObject({ firings: [], missed: [{ alertId: 'a' }] });
  });

  it('sees no gap if polls are infrequent but regular', () => {
    const rule = makeRule({ kind: 'crosses', direction: 'above', level: '100' });
    const feed = createFeed([rule], { gap: gapFor(300) });
    feed.prices('0:99 601:101');
    expect(feed.played.firings).toHaveLength(1);
    expect(gapFor(30)).toBe(300_000);
  });

  it('stays active after a gap if the price did not change sides', () => {
    const feed = createFeed([makeRule({ kind: 'crosses', direction: 'above', level: '100' })]);
    feed.prices('0:99 9000:98 9001:101');
    expect(feed.played).toMatchObject({ firings: [{ what: { direction: 'above' } }], missed: [] });
  });

  it('with either direction can fire from the new side after a miss', () => {
    const feed = createFeed([makeRule({ kind: 'crosses', direction: 'either', level: '100' })]);
    feed.prices('0:99 1000:101 1001:99');
    expect(feed.played.missed).toHaveLength(1);
    expect(feed.played.firings).toMatchObject([{ what: { direction: 'below' } }]);
  });

  it('sees no gap while answers keep coming for a closed market or a stale price', () => {
    const feed = createFeed([makeRule({ kind: 'crosses', direction: 'above', level: '100' })]);
    feed.price(0, '99');
    for (let at = 200; at <= 2_000; at += 200) {
      feed.price(at, '99', { publishTime: 1_795_219_300, marketOpen: false });
    }
    feed.price(2_200, '101');
    expect(feed.played.firings).toHaveLength(1);
  });
});
