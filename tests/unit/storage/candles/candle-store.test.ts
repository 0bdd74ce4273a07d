import { expect, it } from 'vitest';
import { parseSeries } from '@/lib/storage/candles/candle-store.ts';

const MIDNIGHT = Date.UTC(2026, 2, 9) / 1_000;

function stored(...starts: readonly number[]) {
  const candles = starts.map((start) => `${start} 100 1 1 0`).join(';');
  return { expo: 0, from: MIDNIGHT, to: MIDNIGHT + 86_400, storedAt: 0, candles };
}

it('bars of a day that an earlier version stored with a time of day are requested again', () => {
  const old = stored(MIDNIGHT + 18_000, MIDNIGHT + 86_400 + 14_400);
  expect(parseSeries(old, '1D')).toBeNull();
  expect(parseSeries(old, '1W')).toBeNull();
  expect(parseSeries(old, '60')?.candles).toHaveLength(2);
  expect(parseSeries(old, 'rehearsal')?.candles).toHaveLength(2);
  expect(parseSeries(stored(MIDNIGHT, MIDNIGHT + 86_400), '1D')?.candles).toHaveLength(2);
});
