import { describe, expect, it } from 'vitest';
import { phaseOf } from '@/lib/domain/alerts/model/phase.ts';
import { createFeed, makeRule, ms, REPEATING } from '../builders.ts';

type Change = 'opens' | 'closes' | 'either';

/** Plays hours such as `0:closed 30:open`. */
function played(change: Change, hours: string) {
  const feed = createFeed([makeRule({ kind: 'market', change }, { repeat: REPEATING })]);
  for (const [at, state] of hours.split(' ').map((each) => each.split(':'))) {
    feed.tick(Number(at), { marketOpen: state === 'open' });
  }
  const { firings, missed } = feed.played;
  return {
    firings: firings.map(({ what }) => what.kind === 'market' && what.now),
    missed: missed.length,
  };
}

describe('a market alert', () => {
  it.each(['opens', 'closes', 'either'] as const)('waits until a state is known: %s', (change) => {
    const feed = createFeed([makeRule({ kind: 'market', change })]);
    feed.tick(0, { marketOpen: change === 'closes' });
    expect(phaseOf(feed.rule, feed.state, ms(0))).toBe('armed');
    const unknown = { ...feed.state!, tracker: { kind: 'market', wasOpen: null } } as const;
    expect(phaseOf(feed.rule, unknown, ms(0))).toBe('waiting');
  });

  it.each<[Change, hours: string, firings: Array<'open' | 'closed'>, missed: number]>([
    ['opens', '0:open 30:open', [], 0],
    ['opens', '0:closed 30:open 60:open 90:closed 120:open', ['open', 'open'], 0],
    ['closes', '0:closed 30:open 60:closed', ['closed'], 0],
    ['either', '0:closed 30:open 90:closed', ['open', 'closed'], 0],
    ['opens', '0:closed 7200:open 7230:open', [], 1],
    ['closes', '0:closed 7200:open 7230:closed', ['closed'], 0],
    // A clock that was set far back hides the length of the silence.
    ['opens', '9000:closed 0:open', [], 1],
    // A tick that arrives out of order is ignored.
    ['either', '0:closed 30:open 29:closed 60:open', ['open'], 0],
  ])('for "%s" fires and misses as expected with hours %s', (change, hours, firings, missed) => {
    expect(played(change, hours)).toEqual({ firings, missed });
  });

  it('ignores the market state of a price that arrives late', () => {
    const feed = createFeed([
      makeRule({ kind: 'market', change: 'either' }, { repeat: REPEATING }),
    ]);
    feed.tick(0, { marketOpen: false });
    feed.tick(30, { marketOpen: true });
    feed.price(10, '100', { marketOpen: false });
    feed.tick(20, { marketOpen: false });
    feed.tick(60, { marketOpen: true });
    expect(feed.played.firings).toHaveLength(1);
  });

  it('reacts to answers as well as ticks, with or without a newer price', () => {
    const feed = createFeed([makeRule({ kind: 'market', change: 'opens' })]);
    feed.price(0, '100', { marketOpen: false });
    feed.price(30, '100', { publishTime: 1_795_219_200, marketOpen: true });
    expect(feed.played.firings).toMatchObject([{ price: { price: '100' } }]);
  });
});

it('a price after hours is no opening, and its end no closing', () => {
  const rule = makeRule({ kind: 'market', change: 'either' }, { repeat: REPEATING });
  const feed = createFeed([rule]);
  feed.tick(0, { marketOpen: false });
  feed.tick(30, { marketOpen: true, isAfterHours: true });
  feed.tick(60, { marketOpen: false });
  expect(feed.played.firings).toEqual([]);
});
