import { describe, expect, it } from 'vitest';
import { lastTradeTime } from '@/lib/domain/history/last-trade.ts';
import { parseSchedule } from '@/lib/domain/prices/schedule-grammar.ts';

const seconds = (text: string) => Temporal.Instant.from(text).epochMilliseconds / 1000;
const STOCKS = parseSchedule({
  schedule: 'America/New_York;0930-1600,0930-1600,0930-1600,0930-1600,0930-1600,C,C;1127/0930-1300',
});

describe('where a short chart ends', () => {
  it.each([
    ['while the market is open: now', '2026-11-24T15:00:00Z', '2026-11-24T15:00:00Z'],
    ['in the evening: at the close', '2026-11-24T23:00:00Z', '2026-11-24T21:00:00Z'],
    ['on Sunday, after half a day: at its close', '2026-11-29T12:00:00Z', '2026-11-27T18:00:00Z'],
  ])('%s', (_, now, end) => expect(lastTradeTime(STOCKS, seconds(now))).toBe(seconds(end)));

  it('of a market without known hours is now', () => {
    expect(lastTradeTime(parseSchedule({}), 1_795_000_000)).toBe(1_795_000_000);
    expect(lastTradeTime(parseSchedule({ schedule: 'x' }), 1_795_000_000)).toBe(1_795_000_000);
  });
});
