import { describe, expect, it } from 'vitest';
import { gapFor } from '../../../lib/alerts/feed-watch.ts';
import type { AlertRuleInput } from '../../../lib/alerts/rule.ts';
import { createFeed, firedAt, makeRule, REPEATING, START } from './feed.ts';

type Row = [
  name: string,
  direction: 'above' | 'below' | 'either',
  level: string,
  options: Partial<AlertRuleInput>,
  prices: string[],
  fired: number[],
];

const again = { repeat: REPEATING };

describe('crosses', () => {
  it.each<Row>([
    ['not at creation, though beyond', 'above', '100', {}, ['101', '102'], []],
    ['once seen below, then above', 'above', '100', {}, ['99', '101'], [1]],
    ['not for the other direction', 'above', '100', {}, ['101', '99'], []],
    ['the level itself is no side', 'above', '100', {}, ['99', '100', '100', '100.01'], [3]],
    ['the level itself arms nothing', 'above', '100', {}, ['100', '101'], []],
    ['any distance arms the first time', 'above', '100', {}, ['99.9999', '100.0001'], [1]],
    ['below', 'below', '100', {}, ['101', '99.9'], [1]],
    ['below not at creation', 'below', '100', {}, ['99', '98'], []],
    ['either, upwards', 'either', '100', {}, ['99', '101'], [1]],
    ['either, downwards', 'either', '100', {}, ['101', '99'], [1]],
    ['once only', 'above', '100', {}, ['99', '101', '90', '110'], [1]],
    ['again after the band', 'above', '100', again, ['99', '101', '99.9', '101'], [1, 3]],
    ['not again within the band', 'above', '100', again, ['99', '101', '99.91', '101'], [1]],
    [
      'either, again in both directions',
      'either',
      '100',
      again,
      ['99', '101', '99.95', '100.05', '100.1', '99.99', '99.8', '100.01'],
      [1, 2, 5, 7],
    ],
    [
      'a wider band',
      'below',
      '100',
      { ...again, rearmBandPercent: '5' },
      ['101', '99', '104.99', '99', '105', '99'],
      [1, 5],
    ],
    [
      'no band',
      'above',
      '100',
      { ...again, rearmBandPercent: '0' },
      ['99', '101', '100', '101', '99.9999', '101'],
      [1, 5],
    ],
    ['negative levels', 'below', '-37.5', {}, ['-37.4', '-37.63'], [1]],
    [
      'the band of a negative level',
      'above',
      '-100',
      again,
      ['-101', '-99', '-100.09', '-99', '-100.1', '-99'],
      [1, 5],
    ],
    ['through zero', 'below', '0', {}, ['0.01', '-0.01'], [1]],
    ['a price of zero is a price', 'below', '0.5', {}, ['1', '0'], [1]],
    [
      'exactly, where doubles are not',
      'above',
      '0.3',
      {},
      ['0.29999999999999999999', '0.3', '0.30000000000000000001'],
      [2],
    ],
    ['tiny prices', 'above', '0.00001043', {}, ['0.00001042', '0.00001044'], [1]],
  ])('%s', (_name, direction, level, options, prices, fired) => {
    expect(firedAt(makeRule({ kind: 'crosses', direction, level }, options), prices)).toEqual(
      fired,
    );
  });

  it('takes the confidence as the band of a level of zero', () => {
    const rule = makeRule({ kind: 'crosses', direction: 'above', level: '0' }, again);
    const conf = { conf: '0.5' };
    expect(
      firedAt(rule, [
        [0, '-1', conf],
        [1, '1', conf],
        [2, '-0.49', conf],
        [3, '1', conf],
        [4, '-0.5', conf],
        [5, '1', conf],
      ]),
    ).toEqual([1, 5]);
  });

  it('with "certain" waits until the whole interval is beyond', () => {
    const rule = makeRule(
      { kind: 'crosses', direction: 'either', level: '100' },
      { certain: true },
    );
    expect(
      firedAt(rule, [
        [0, '99', { conf: '0.5' }],
        [1, '101', { conf: '1.5' }],
        [2, '101', { conf: '1' }],
        [3, '101', { conf: '0.99' }],
      ]),
    ).toEqual([3]);
  });

  it('confirms by publish times, and begins again after a break', () => {
    const rule = makeRule(
      { kind: 'crosses', direction: 'above', level: '100' },
      { confirmationSeconds: 10 },
    );
    expect(
      firedAt(rule, [
        [0, '99'],
        [5, '101'],
        [14, '101'],
        [14.5, '100'],
        [15, '100'],
        [20, '101'],
        [29, '102'],
        [30, '101'],
      ]),
    ).toEqual([30]);
  });

  it('compares prices of different exponents', () => {
    const feed = createFeed([makeRule({ kind: 'crosses', direction: 'above', level: '64000' })]);
    feed.price(0, '63999', { price: '63999', expo: 0 });
    feed.price(1, '0', { price: '6400000000001', expo: -8 });
    expect(feed.played.firings).toHaveLength(1);
  });

  it('after a gap fires nothing, reports the miss, and is armed by the other side alone', () => {
    const feed = createFeed([
      makeRule({ kind: 'crosses', direction: 'above', level: '100' }, { repeat: REPEATING }),
    ]);
    feed.price(0, '99');
    feed.price(301, '101');
    expect(feed.played).toMatchObject({ firings: [], missed: [{ missed: true, alertId: 'a' }] });
    feed.price(302, '102');
    feed.price(303, '99.99');
    feed.price(304, '101');
    expect(feed.played.firings).toHaveLength(1);
    expect(feed.played.missed).toHaveLength(1);
  });

  it('fires nothing after a restart of the browser, however short', () => {
    const feed = createFeed([makeRule({ kind: 'crosses', direction: 'above', level: '100' })]);
    feed.price(0, '99');
    feed.restartBrowser();
    feed.price(1, '101');
    expect(feed.played).toMatchObject({ firings: [], missed: [{ alertId: 'a' }] });
  });

  it('takes nothing older after a restart than what it saw before', () => {
    const feed = createFeed([makeRule({ kind: 'crosses', direction: 'above', level: '100' })]);
    feed.price(10, '99');
    feed.restartBrowser();
    feed.price(11, '101', { publishTime: START + 9 });
    expect(feed.played.missed).toHaveLength(0);
    feed.price(12, '99');
    feed.price(13, '101');
    expect(feed.played.firings).toHaveLength(1);
  });

  it('tells a sleep by the publish times where the clock was set back', () => {
    const feed = createFeed([makeRule({ kind: 'crosses', direction: 'above', level: '100' })]);
    feed.price(10_000, '99');
    feed.price(10_301, '101', { receivedAt: (START + 9_999) * 1_000 });
    expect(feed.played).toMatchObject({ firings: [], missed: [{ alertId: 'a' }] });
    const awake = createFeed([makeRule({ kind: 'crosses', direction: 'above', level: '100' })]);
    awake.price(10_000, '99');
    awake.price(10_002, '101', { receivedAt: (START + 9_999) * 1_000 });
    expect(awake.played).toMatchObject({ firings: [{ alertId: 'a' }], missed: [] });
  });

  it('does not count an older answer as a look', () => {
    const feed = createFeed([makeRule({ kind: 'crosses', direction: 'above', level: '100' })]);
    feed.price(0, '99');
    feed.price(200, '99', { publishTime: START - 1 });
    feed.price(400, '101');
    expect(feed.played).toMatchObject({ firings: [], missed: [{ alertId: 'a' }] });
  });

  it('has no gap where polls are rare but regular', () => {
    const rule = makeRule({ kind: 'crosses', direction: 'above', level: '100' });
    const feed = createFeed([rule], gapFor(300));
    feed.price(0, '99');
    feed.price(601, '101');
    expect(feed.played.firings).toHaveLength(1);
    expect(gapFor(30)).toBe(300_000);
  });

  it('after a gap stays armed where the price did not move over', () => {
    const feed = createFeed([makeRule({ kind: 'crosses', direction: 'above', level: '100' })]);
    feed.price(0, '99');
    feed.price(9_000, '98');
    feed.price(9_001, '101');
    expect(feed.played).toMatchObject({ firings: [{ what: { direction: 'above' } }], missed: [] });
  });

  it('after a gap confirms anew what had crossed before it', () => {
    const rule = makeRule(
      { kind: 'crosses', direction: 'above', level: '100' },
      { confirmationSeconds: 10 },
    );
    const prices: Array<[number, string]> = [
      [0, '99'],
      [5, '101'],
      [1_000, '101'],
      [1_009, '101'],
      [1_010, '101'],
    ];
    expect(firedAt(rule, prices)).toEqual([1_010]);
  });

  it('with either direction watches the new side after a miss', () => {
    const feed = createFeed([makeRule({ kind: 'crosses', direction: 'either', level: '100' })]);
    feed.price(0, '99');
    feed.price(1_000, '101');
    feed.price(1_001, '99');
    expect(feed.played.missed).toHaveLength(1);
    expect(feed.played.firings).toMatchObject([{ what: { direction: 'below' } }]);
  });

  it('a closed market or a stale service is no gap while somebody looks', () => {
    const feed = createFeed([makeRule({ kind: 'crosses', direction: 'above', level: '100' })]);
    feed.price(0, '99');
    for (let at = 200; at <= 2_000; at += 200) {
      feed.price(at, '99', { publishTime: 1_795_219_300, marketOpen: false });
    }
    feed.price(2_200, '101');
    expect(feed.played.firings).toHaveLength(1);
  });
});
