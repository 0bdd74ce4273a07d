import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  lineTimes,
  pointAt,
  readCandleLine,
  toCandleLine,
  writeCandleLine,
} from '@/lib/domain/history/candle-line.ts';
import { parseSchedule } from '@/lib/domain/prices/schedule-grammar.ts';
import { candlePath } from '@/lib/domain/history/spark-path.ts';

const SIZE = { width: 80, height: 24 };
const NO_ENDS = { latest: null, reference: null };

function series(closes: readonly bigint[], expo = -2) {
  return {
    expo,
    candles: closes.map((close, index) => ({
      start: 1000 + index * 1800,
      open: close,
      high: close,
      low: close,
      close,
      isFinal: true,
    })),
  };
}

describe('a line of candles', () => {
  it('is read as it was written', () => {
    fc.assert(
      fc.property(
        fc.array(fc.bigInt({ min: -(10n ** 9n), max: 10n ** 9n }), {
          minLength: 2,
          maxLength: 100,
        }),
        (points) => {
          const line = { lastStart: 1_790_000_000, expo: -8, points };
          expect(readCandleLine(writeCandleLine(line))).toEqual(line);
        },
      ),
    );
  });

  it('has the closes from a time on, with six digits', () => {
    expect(toCandleLine(series([1n, 123_456_789n, 123_456_123n]), 2000)).toEqual({
      lastStart: 4600,
      expo: 1,
      points: [123_457n, 123_456n],
    });
  });

  it('is none of one candle', () => {
    expect(toCandleLine(series([1n, 2n]), 2000)).toBeNull();
  });

  it.each(['', '1 2 3', 'x 1 1,2', '1 1 1,2 x', `1 1 1,${'9'.repeat(30)}`])(
    'is not read from %j',
    (text) => expect(readCandleLine(text)).toBeNull(),
  );

  it('takes the whole width, whatever its hours, with the latest price at its end', () => {
    const line = { lastStart: 0, expo: 0, points: [10n, 20n, 30n] };
    expect(candlePath(line, NO_ENDS, SIZE)).toEqual({
      path: 'M0 24L40 12L80 0',
      startY: 24,
      direction: 'up',
    });
    const latest = { mantissa: 10n, expo: 0 };
    expect(candlePath(line, { latest, reference: null }, SIZE)).toMatchObject({
      path: 'M0 24L27 12L53 0L80 24',
      direction: 'flat',
    });
  });

  it('keeps the level of the change in its range', () => {
    const line = { lastStart: 0, expo: 0, points: [20n, 30n] };
    const reference = { from: { mantissa: 400n, expo: -1 }, time: 0 };
    expect(candlePath(line, { latest: null, reference }, SIZE)).toEqual({
      path: 'M0 24L80 12',
      startY: 0,
      direction: 'down',
    });
  });
});

describe('the times of a line', () => {
  const seconds = (text: string): number => Temporal.Instant.from(text).epochMilliseconds / 1_000;
  const times = (count: number, last: string, schedule?: string) => {
    const points = Array.from({ length: count }, () => 1n);
    const line = { lastStart: seconds(last), expo: 0, points };
    return lineTimes(line, parseSchedule(schedule === undefined ? undefined : { schedule })).map(
      (time) => new Date(time * 1_000).toISOString().slice(5, 16),
    );
  };
  const STOCKS = `America/New_York;${Array.from({ length: 5 }, () => '0930-1600').join(',')},C,C;`;

  it('are spread over the whole day if the market is always open, or its hours are unknown', () => {
    const expected = ['11-25T08:00', '11-25T14:00', '11-25T20:00', '11-26T02:00'];
    expect(times(4, '2026-11-26T02:00Z', 'Etc/UTC;O,O,O,O,O,O,O;')).toEqual(expected);
    expect(times(4, '2026-11-26T02:00Z')).toEqual(expected);
  });

  it('are those of a session, or of two', () => {
    expect(times(3, '2026-11-24T20:30Z', STOCKS)).toEqual([
      '11-24T16:10',
      '11-24T18:20',
      '11-24T20:30',
    ]);
    expect(times(3, '2026-11-24T16:30Z', STOCKS)).toEqual([
      '11-23T18:40',
      '11-23T20:50',
      '11-24T16:30',
    ]);
  });

  it('are at its end if the hours contradict it', () => {
    expect(times(2, '2026-11-29T12:00Z', STOCKS)).toEqual(['11-29T12:00', '11-29T12:00']);
  });
});

it('has the latest price at its end, so that the last candle is a step before it', () => {
  const schedule = parseSchedule({ schedule: 'America/New_York;O,O,O,O,O,O,O;' });
  const line = { lastStart: 1_790_000_000, expo: -2, points: [1n, 2n, 3n, 4n] };
  const shares = [0, 0.25, 0.6, 1];
  expect(shares.map((share) => pointAt(line, share, schedule)?.mantissa)).toEqual([1n, 2n, 3n, 4n]);
  expect(pointAt(line, 1, schedule)).toEqual({ mantissa: 4n, expo: -2, time: line.lastStart });
});
