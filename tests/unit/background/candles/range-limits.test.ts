import { describe, expect, it } from 'vitest';
import { RangeLimits, type LongestRanges } from '@/lib/background/candles/range-limits.ts';
import { updateCandles } from '@/lib/background/candles/update-candles.ts';
import { planChart } from '@/lib/domain/history/chart-plan.ts';
import {
  HistoryServiceError,
  HttpStatusError,
  resolutionSeconds,
  type CandleQuery,
} from '@/lib/history-service/index.ts';
import { BTC } from '../feeds.ts';
import { memoryCandles } from './memory-candles.ts';

const NOW = 1_795_219_200;
const DAY = 86_400;
const HOURLY = { symbol: 'BTC', from: NOW - 365 * DAY, to: NOW, resolution: '60' } as const;

/** A service with a bar for each step, which refuses what `isTooLong` says. */
function service(isTooLong: (seconds: number) => boolean, refusal: () => Error) {
  const asked: CandleQuery[] = [];
  const send = async (query: CandleQuery) => {
    asked.push(query);
    if (isTooLong(query.to - query.from)) throw refusal();
    const length = resolutionSeconds(query.resolution);
    const candles = [];
    for (let at = Math.ceil(query.from / length) * length; at <= query.to; at += length) {
      candles.push({ start: at, open: 1n, high: 1n, low: 1n, close: 1n, isFinal: true });
    }
    return { expo: 0, candles, dropped: 0, nextTime: null };
  };
  return { asked, send };
}

const status = (code: number) => () => new HttpStatusError(code);

describe('a range that the service finds too long', () => {
  it.each([
    ['400 with a limit of 90 days', 90 * DAY, status(400)],
    ['422 with a limit of 2,161 bars', 2_161 * 3_600, status(422)],
    ['413 with a limit of 30 days', 30 * DAY, status(413)],
    ['500 with a limit of 180 days', 180 * DAY, status(500)],
    ['an error in its words', 100 * DAY, () => new HistoryServiceError('history', 'too long')],
  ])('is halved, and remembered: %s', async (_, longest, refusal) => {
    const { asked, send } = service((seconds) => seconds > longest, refusal);
    let learned: LongestRanges = {};
    const limits = new RangeLimits({}, (all) => (learned = all));
    const page = await limits.ask(HOURLY, send);
    expect(page.askedFrom).toBeGreaterThanOrEqual(NOW - longest);
    expect(page.askedFrom).toBeLessThanOrEqual(NOW - longest / 2);
    expect(learned).toEqual({ 60: NOW - page.askedFrom });
    asked.length = 0;
    await new RangeLimits(learned).ask(HOURLY, send);
    expect(asked).toHaveLength(1);
  });

  it.each([401, 403, 404, 429, 503])('is not assumed for %i', async (code) => {
    const { asked, send } = service(() => true, status(code));
    await expect(new RangeLimits().ask(HOURLY, send)).rejects.toMatchObject({ status: code });
    expect(asked).toHaveLength(1);
  });

  it('is given up after four halvings, with the refusal', async () => {
    const { asked, send } = service(() => true, status(400));
    const learned: LongestRanges[] = [];
    const limits = new RangeLimits({}, (all) => learned.push(all));
    await expect(limits.ask(HOURLY, send)).rejects.toMatchObject({ status: 400 });
    expect(asked).toHaveLength(5);
    expect(learned).toEqual([]);
  });

  it('leaves a year of candles, from several requests', async () => {
    const { asked, send } = service((seconds) => seconds > 90 * DAY, status(400));
    const limits = new RangeLimits();
    const plan = planChart('1y', { now: NOW, resolutions: ['60'] });
    if (!plan) throw new Error('There are resolutions.');
    const task = { id: BTC, symbol: 'BTC', plan, wasClosed: () => false };
    const store = memoryCandles();
    const ask = (query: CandleQuery) => limits.ask(query, send);
    const { candles } = await updateCandles(task, store, ask);
    expect(candles.at(-1)?.start).toBe(NOW);
    expect(candles[0]?.start).toBeLessThanOrEqual(plan.from + 3_600);
    expect(asked.length).toBeLessThanOrEqual(12);
    asked.length = 0;
    const later = { ...plan, to: NOW + 3_600 };
    await updateCandles({ ...task, plan: later }, store, ask);
    expect(asked).toHaveLength(1);
  });
});
