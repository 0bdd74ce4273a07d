import { describe, expect, it } from 'vitest';
import { addFirings, trimHistory } from '@/lib/domain/alerts/model/firing-history.ts';
import type { Delivery, Firing } from '@/lib/domain/alerts/model/firing.ts';
import { BTC } from '../background/feeds.ts';

// However many firings there are and whatever the clock did: nothing undelivered is lost, the rest
// is bounded, and the oldest go first.

const NOW = Date.UTC(2026, 10, 22);
const DAY_MS = 86_400_000;
const MAX = 1_000;

/** So many firings, a millisecond apart, ending at this age. */
function firings(count: number, delivered: Delivery, ageMs = 0): Firing[] {
  return Array.from({ length: count }, (_, index) => ({
    id: `${delivered}-${ageMs}-${index}`,
    alertId: 'alert',
    feedId: BTC,
    at: NOW - ageMs - (count - 1 - index),
    what: { kind: 'stale-while-open' },
    missed: false,
    price: null,
    delivered,
    seenAt: null,
  }));
}

const OLD = 31 * DAY_MS;
const WAITING = firings(1_500, 'pending');
const HELD = firings(700, 'held', OLD);

describe('the trimmed history', () => {
  it.each<[string, Firing[], Firing[]]>([
    ['is empty without firings', [], []],
    ['has 1,000 firings', firings(MAX, 'badge'), firings(MAX, 'badge')],
    ['drops the oldest above 1,000', firings(MAX + 1, 'badge'), firings(MAX + 1, 'badge').slice(1)],
    [
      'has firings of exactly 30 days',
      firings(1, 'badge', 30 * DAY_MS),
      firings(1, 'badge', 30 * DAY_MS),
    ],
    ['drops older delivered ones', firings(1, 'badge', 30 * DAY_MS + 1), []],
    ['drops those that were never reported', firings(1, 'unreported', OLD), []],
    ['has firings from the future', firings(1, 'digest', -OLD), firings(1, 'digest', -OLD)],
    [
      'has old firings that wait for a notification',
      firings(3, 'pending', OLD),
      firings(3, 'pending', OLD),
    ],
    ['has old firings held by quiet hours', firings(3, 'held', OLD), firings(3, 'held', OLD)],
    ['has all undelivered firings, however many', [...HELD, ...WAITING], [...HELD, ...WAITING]],
    [
      'drops delivered firings for undelivered ones',
      [...firings(400, 'summary', DAY_MS), ...HELD, ...firings(10, 'merged')],
      [...firings(400, 'summary', DAY_MS).slice(110), ...HELD, ...firings(10, 'merged')],
    ],
    [
      'has no delivered firing beside 1,000 undelivered ones',
      [...firings(5, 'notification'), ...WAITING, ...firings(5, 'digest')],
      WAITING,
    ],
  ])('%s', (_, history, expected) => {
    expect(trimHistory(history, NOW)).toEqual(expected);
  });

  it('has each firing once, however often it is added', () => {
    const [first, second] = firings(2, 'pending') as [Firing, Firing];
    const again: Firing = { ...first, delivered: 'badge', at: NOW + 5 };
    expect(addFirings([first], [again, second, again, second], NOW)).toEqual([first, second]);
  });
});
