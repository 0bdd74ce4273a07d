import { describe, expect, it } from 'vitest';
import { toExactPrice } from '../../../../../lib/domain/alerts/model/price.ts';
import type { AlertRuleInput } from '../../../../../lib/domain/alerts/model/rule.ts';
import type { Trigger } from '../../../../../lib/domain/alerts/model/trigger.ts';
import { undecidable } from '../../../../../lib/domain/alerts/text/waiting-words.ts';
import { createFeed, firedAt, makeRule, REPEATING, priceAt } from '../builders.ts';

const again: Partial<AlertRuleInput> = { repeat: REPEATING };
const isAbove: Trigger = { kind: 'is', side: 'above', level: '100' };
const isBelow: Trigger = { kind: 'is', side: 'below', level: '100' };
const deviates: Trigger = { kind: 'deviates-from-ema', percent: '5' };
const wider: Trigger = { kind: 'confidence-wider', basisPoints: '20' };

describe('an `is` alert', () => {
  it.each<[string, Trigger, Partial<AlertRuleInput>, string, number[]]>([
    ['at once if the condition already holds', isAbove, {}, '101 102', [0]],
    ['as soon as the condition begins to hold', isAbove, {}, '99 100 100.01', [2]],
    ['when the price falls below the level', isBelow, {}, '100 99.99', [1]],
    ['only once while the condition keeps holding', isAbove, again, '101 102 103', [0]],
    [
      'only once if the price stays within the reset distance',
      isAbove,
      again,
      '101 99.95 101',
      [0],
    ],
    [
      'again after the price moved back by the reset distance',
      isAbove,
      again,
      '101 99.9 101',
      [0, 2],
    ],
    [
      'again for a level from above, after the reset distance',
      isBelow,
      again,
      '99 100.09 99 100.1 99',
      [0, 4],
    ],
    ['with `certain` if the confidence is zero', isAbove, { certain: true }, '101', [0]],
    ['for a negative level', { kind: 'is', side: 'below', level: '-1' }, {}, '-1 -1.1', [1]],
  ])('fires %s', (_name, trigger, options, prices, fired) => {
    expect(firedAt(makeRule(trigger, options), prices)).toEqual(fired);
  });

  it('with `certain` needs the whole confidence interval beyond the level', () => {
    expect(
      firedAt(makeRule(isBelow, { certain: true }), [
        [0, '99', { conf: '1' }],
        [1, '99', { conf: '0.999' }],
      ]),
    ).toEqual([1]);
  });

  it('fires after a gap too, because it is a condition and not an event', () => {
    const feed = createFeed([makeRule(isAbove)]);
    feed.prices('0:99 1000:101');
    expect(feed.played).toMatchObject({ firings: [{ what: { kind: 'is' } }], missed: [] });
  });

  it('fires only after holding without interruption for the confirmation time', () => {
    expect(
      firedAt(makeRule(isAbove, { confirmationSeconds: 3 }), '101 101 100 101 102 101 101'),
    ).toEqual([6]);
  });

  it('restarts its confirmation after a gap', () => {
    const rule = makeRule(isAbove, { confirmationSeconds: 60 });
    expect(firedAt(rule, '0:101 1000:101 1059:101 1060:101')).toEqual([1_060]);
  });
});

describe('a `deviates-from-ema` alert', () => {
  // A price, its EMA and, if it is not zero, its confidence.
  it.each<[string, Partial<AlertRuleInput>, string[], number[]]>([
    ['at exactly the percentage above the EMA', {}, ['104.99 100', '105 100'], [1]],
    ['below the EMA', {}, ['95.01 100', '95 100'], [1]],
    ['for a negative EMA', {}, ['-104 -100', '-105 -100'], [1]],
    ['never for an EMA of zero', {}, ['5 0', '-5 0'], []],
    [
      'again only after the price came back by the reset distance',
      again,
      ['106 100', '104.95 100', '106 100', '104.9 100', '106 100'],
      [0, 4],
    ],
    [
      'with `certain` only when the whole interval deviates',
      { certain: true },
      ['106 100 1.1', '106 100 1'],
      [1],
    ],
    [
      'never with `certain` while the interval contains the EMA',
      { certain: true },
      ['106 100 50'],
      [],
    ],
  ])('fires %s', (_name, options, prices, fired) => {
    const list = prices.map((row, at): Parameters<typeof priceAt> => {
      const [price = '', ema = '', conf = '0'] = row.split(' ');
      return [at, price, { ema, conf }];
    });
    expect(firedAt(makeRule(deviates, options), list)).toEqual(fired);
  });

  it('explains why it cannot be evaluated', () => {
    const figures = toExactPrice(priceAt(0, '5', { ema: '0' }));
    expect(figures && undecidable(deviates, figures)).toContain('of zero');
    const zero = toExactPrice(priceAt(0, '0', { conf: '1' }));
    expect(zero && undecidable(wider, zero)).toContain('of zero');
    expect(zero && undecidable(isAbove, zero)).toBeNull();
  });
});

describe('a `confidence-wider` alert', () => {
  it.each<[string, Trigger, string, number[]]>([
    ['only if the confidence is strictly wider', wider, '0.2 0.2001', [1]],
    ['again after the reset distance of 10 bp', wider, '0.21 0.11 0.21 0.1 0.21', [0, 4]],
    [
      'again after half of the limit if that is small',
      { kind: 'confidence-wider', basisPoints: '5' },
      '0.06 0.026 0.06 0.025 0.06',
      [0, 4],
    ],
  ])('fires %s', (_name, trigger, confs, fired) => {
    const rule = makeRule(trigger, again);
    expect(
      firedAt(
        rule,
        confs.split(' ').map((conf, at) => [at, '100', { conf }]),
      ),
    ).toEqual(fired);
  });

  it('says by how much, never as little as the limit itself', () => {
    const feed = createFeed([makeRule(wider)]);
    feed.price(0, '100', { conf: '0.2004' });
    expect(feed.played.firings[0]?.what).toMatchObject({ basisPoints: '20.04', limit: '20' });
  });

  it('uses the absolute price and never fires at a price of zero', () => {
    const rule = makeRule(wider);
    expect(
      firedAt(rule, [
        [0, '0', { conf: '5' }],
        [1, '-100', { conf: '0.2' }],
        [2, '-100', { conf: '0.21' }],
      ]),
    ).toEqual([2]);
  });
});

describe('a `stale-while-open` alert', () => {
  it('fires after a stale minute, on ticks or answers, and again only after a fresh price', () => {
    const feed = createFeed([makeRule({ kind: 'stale-while-open' }, again)]);
    feed.price(0, '100');
    feed.tick(30);
    feed.tick(60, { stale: true });
    feed.price(90, '100', { publishTime: 1_795_219_200, stale: true });
    expect(feed.played.firings).toHaveLength(0);
    feed.tick(120, { stale: true });
    feed.tick(150, { stale: true });
    feed.tick(400, { stale: true });
    expect(feed.played.firings).toMatchObject([{ at: (1_795_219_200 + 120) * 1_000 }]);
    feed.price(430, '101');
    feed.tick(460, { stale: true });
    feed.tick(520, { stale: true });
    expect(feed.played.firings).toHaveLength(2);
  });

  it('never fires while the market is closed or right after it opens', () => {
    const feed = createFeed([makeRule({ kind: 'stale-while-open' })]);
    feed.tick(0, { marketOpen: false, stale: true });
    feed.tick(70, { marketOpen: false, stale: true });
    feed.tick(100, { stale: true });
    feed.tick(130, { stale: true });
    feed.price(135, '100');
    expect(feed.played.firings).toHaveLength(0);
  });

  it('restarts the minute after a silence and after the clock was set back', () => {
    const feed = createFeed([makeRule({ kind: 'stale-while-open' })]);
    feed.tick(10_000, { stale: true });
    feed.tick(12_000, { stale: true });
    feed.tick(5_000, { stale: true });
    feed.tick(5_059, { stale: true });
    expect(feed.played.firings).toHaveLength(0);
    feed.tick(5_060, { stale: true });
    expect(feed.played.firings).toHaveLength(1);
  });
});
