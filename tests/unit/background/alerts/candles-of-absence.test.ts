import { expect, it } from 'vitest';
import { candlesOfAbsence } from '@/lib/background/alerts/look-back/candles-of-absence.ts';
import { RangeLimits } from '@/lib/background/candles/range-limits.ts';
import type { Absence } from '@/lib/domain/alerts/model/absence.ts';
import { HttpStatusError, type CandleQuery } from '@/lib/history-service/index.ts';

const UNTIL = 1_795_219_200;
const FROM = UNTIL - 5 * 3_600;

it('covers an absence whose range the service refuses as a whole', async () => {
  const limits = new RangeLimits();
  const send = async ({ from, to }: CandleQuery) => {
    if (to - from > 3_600) throw new HttpStatusError(400);
    const candles = [];
    for (let start = Math.ceil(from / 60) * 60; start <= to; start += 60) {
      candles.push({ start, open: 1n, high: 1n, low: 1n, close: 1n, isFinal: true });
    }
    return { expo: 0, candles, dropped: 0, nextTime: null };
  };
  const source = {
    key: 'history',
    info: async () => ({ resolutions: ['1' as const], symbols: null, longest: {} }),
    getCandles: (query: CandleQuery) => limits.ask(query, send),
  };
  const { signal } = new AbortController();
  const absence = { from: FROM, until: UNTIL } as Absence;
  const found = await candlesOfAbsence(absence, { source, symbol: 'BTC', signal }, () => null);
  const candles = found?.series.candles ?? [];
  expect(candles[0]?.start).toBe(FROM);
  expect(candles.at(-1)?.start).toBe(UNTIL);
  expect(candles).toHaveLength(5 * 60 + 1);
});
