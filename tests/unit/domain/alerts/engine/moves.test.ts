import { describe, expect, it } from 'vitest';
import type { AlertRuleInput } from '@/lib/domain/alerts/model/rule.ts';
import type { Trigger } from '@/lib/domain/alerts/model/trigger.ts';
import {
  createFeed,
  firedAt,
  makeRule,
  minutely,
  moves,
  ms,
  REPEATING,
  START,
  type Prices,
} from '../builders.ts';

const again: Partial<AlertRuleInput> = { repeat: REPEATING };
describe('a move alert', () => {
  it.each<[string, Trigger, Prices, fired: number[], options?: Partial<AlertRuleInput>]>([
    ['up within the window', moves('5%', 60), '0:100 60:105', [60]],
    ['not for a smaller move', moves('5%', 60), '0:100 60:104.99999', []],
    ['not after the end of the window', moves('5%', 60), '0:100 61:105', []],
    ['on the way down', moves('5%', 60), '0:100 10:95', [10]],
    ['measured from the lowest price, not the first', moves('5%', 60), '0:102 10:100 20:105', [20]],
    ['measured from the highest price', moves('5%', 60), '0:98 10:100 20:95', [20]],
    ['not for a low that left the window', moves('5%', 60), '0:100 30:102 61:105.5', []],
    ['only up with direction "up"', moves('5%', 60, 'up'), '0:100 1:90 2:94.5', [2]],
    ['only down with direction "down"', moves('5%', 60, 'down'), '0:100 1:106 2:100.7', [2]],
    ['by an absolute amount', moves('2.5', 60), '0:-1 1:1.4999 2:1.5', [2]],
    [
      'in a long window',
      moves('5%', 86_400),
      Array.from({ length: 300 }, (_, n): [number, string] => [n * 280, String(100 + n / 50)]),
      [250 * 280],
    ],
    [
      'again only after another full move from a later price',
      moves('5%', 6_000),
      minutely('100 105 104 105 110.24 110.25 104.74 104.73'),
      [60, 240, 420],
      again,
    ],
    ['from a negative price', moves('10%', 60), '0:-100 1:-91 2:-90', [2]],
    ['never by a percentage from zero', moves('10%', 60), '0:0 1:100', []],
    ['by an absolute amount from zero', moves('10', 60), '0:0 1:10', [1]],
    [
      'after the cooldown if the move lasts',
      moves('5%', 600),
      '0:100 10:105 30:111 69:111 70:111',
      [10, 70],
      again,
    ],
  ])('fires %s', (_name, trigger, prices, fired, options = {}) => {
    expect(firedAt(makeRule(trigger, options), prices)).toEqual(fired);
  });

  it('reports the starting price, the size and the duration of the move', () => {
    const feed = createFeed([makeRule(moves('5%', 60))]);
    feed.prices('0:100.00 10:94.00');
    expect(feed.played.firings).toMatchObject([
      {
        what: {
          kind: 'moves',
          direction: 'down',
          from: '100.00',
          change: '6.00',
          percent: '-6.00',
          seconds: 10,
        },
      },
    ]);
  });

  it('reports the later of two moves that have happened at once', () => {
    const feed = createFeed([makeRule(moves('5%', 600), again)]);
    feed.change((rule) => ({ ...rule, snoozedUntil: ms(10) }));
    feed.prices('0:90 1:100 2:95 12:95');
    expect(feed.played.firings).toMatchObject([{ what: { direction: 'down', from: '100' } }]);
  });

  it('measures from a price that did not change during the whole window', () => {
    const rule = makeRule(moves('5%', 60));
    expect(firedAt(rule, `${'100 '.repeat(62)}105`)).toEqual([62]);
  });

  it('discards a price dated in the future', () => {
    const feed = createFeed([makeRule(moves('5%', 600), again)]);
    feed.price(0, '100');
    feed.price(1, '96', { publishTime: START + 80_000 });
    feed.prices('2:100 3:101');
    expect(feed.played).toMatchObject({ firings: [], missed: [] });
  });

  it('misses a move during a gap and measures the next one from its end', () => {
    const feed = createFeed([makeRule(moves('5%', 86_400), again)]);
    feed.prices('0:100 7200:106');
    expect(feed.played).toMatchObject({ firings: [], missed: [{ what: { from: '100' } }] });
    feed.price(7_201, '111.2');
    expect(feed.played.firings).toHaveLength(0);
    feed.price(7_202, '111.3');
    expect(feed.played.firings).toMatchObject([{ what: { from: '106' } }]);
  });

  it('keeps its window across a gap without a large enough move', () => {
    const feed = createFeed([makeRule(moves('5%', 86_400))]);
    feed.prices('0:100 7200:103 7201:105');
    expect(feed.played.firings).toMatchObject([{ what: { from: '100', seconds: 7_201 } }]);
  });

  it('stores a bounded window for any number of prices', () => {
    const feed = createFeed([makeRule(moves('90%', 86_400))]);
    for (let n = 0; n < 3_000; n++) feed.price(n * 30, String(10_000 + n));
    const tracker = feed.state?.tracker;
    const lows = tracker?.kind === 'move' ? tracker.lows.length : 0;
    expect(lows).toBeGreaterThan(50);
    expect(lows).toBeLessThanOrEqual(62);
  });

  it('stores a single point for a price that does not change', () => {
    const feed = createFeed([makeRule(moves('90%', 60))]);
    for (let n = 0; n < 30; n++) feed.price(n, '100');
    expect(feed.state?.tracker).toMatchObject({ lows: [{ time: START + 29 }] });
  });
});
