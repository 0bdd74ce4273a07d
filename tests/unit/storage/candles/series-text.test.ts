import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { leastUsed } from '@/lib/storage/candles/candle-store.ts';
import { readCandles, writeCandles } from '@/lib/storage/candles/series-text.ts';

const candle = fc
  .record({
    start: fc.integer({ min: 0, max: 4_000_000_000 }),
    figures: fc.array(fc.bigInt({ min: -(10n ** 60n), max: 10n ** 60n }), {
      minLength: 4,
      maxLength: 4,
    }),
    isFinal: fc.boolean(),
  })
  .map(({ start, figures, isFinal }) => {
    const [low = 0n, open = 0n, close = 0n, high = 0n] = figures.toSorted((a, b) =>
      a < b ? -1 : 1,
    );
    return { start, open, high, low, close, isFinal };
  });

describe('candles as text', () => {
  it('are read as they were written', () => {
    fc.assert(
      fc.property(fc.array(candle, { maxLength: 20 }), (candles) => {
        expect(readCandles(writeCandles({ expo: -8, candles }))).toEqual(candles);
      }),
    );
  });

  it.each([
    'x',
    '1',
    '1 2 3 4',
    '1 2 3 4 5 6',
    '1 2 -3 4 5',
    '1 2 3 4 5;',
    '1e3 2 3 4 5',
    '1 2.5 3 4 5',
  ])('are not read from %j', (text) => expect(readCandles(text)).toBeNull());
});

describe('the room for candles', () => {
  const use = (key: string, usedAt: number, bytes: number) => ({ key, usedAt, bytes });

  it('is that of the ones used last', () => {
    const uses = [use('old', 1, 40), use('new', 3, 40), use('middle', 2, 40)];
    expect(leastUsed(uses, 120)).toEqual([]);
    expect(leastUsed(uses, 119)).toEqual(['old']);
    expect(leastUsed(uses, 40)).toEqual(['middle', 'old']);
  });
});
