import { mergeCandles } from '../../../domain/history/merge-candles.ts';
import type { Absence } from '../../../domain/alerts/model/absence.ts';
import { resolutionsWithTimes } from '../../../domain/history/chart-plan.ts';
import {
  resolutionSeconds,
  type CandleSeries,
  type Resolution,
} from '../../../history-service/index.ts';
import type { UnixSeconds } from '../../../base/units.ts';
import type { CandleSource } from '../../candles/candle-source.ts';

/** For shorter absences, only the shortest candles are requested. */
const COARSE_FROM_SECONDS = 6 * 3_600;
const COARSE_SECONDS = 3_600;
/** Per request; within the client's limit. */
const MAX_CANDLES = 15_000;
/** For short candles, after the request for coarse ones. */
const MAX_FINE_REQUESTS = 2;

export interface AbsenceCandles {
  series: CandleSeries;
  /** Length of one candle in seconds. */
  length: number;
}

interface Asking {
  source: CandleSource;
  symbol: string;
  signal: AbortSignal;
}

/**
 * Requests candles at most three times: coarse ones first, then short ones from the first coarse
 * one that matters.
 *
 * @param matters start of the first candle that may have changed an alert; `null` if none may
 * @throws whatever the client throws
 */
export async function candlesOfAbsence(
  { from, until }: Absence,
  asking: Asking,
  matters: (candles: AbsenceCandles) => UnixSeconds | null,
): Promise<AbsenceCandles | null> {
  const { resolutions } = await asking.source.info();
  const inOrder = resolutionsWithTimes(resolutions);
  const [fine] = inOrder;
  const coarse = inOrder.findLast((each) => resolutionSeconds(each) <= COARSE_SECONDS);
  if (fine === undefined) return null;
  let beginning: UnixSeconds | null = from;
  if (until - from > COARSE_FROM_SECONDS && coarse !== undefined && coarse !== fine) {
    const candles = await ask(coarse, { from, until }, asking);
    beginning = matters(candles);
    if (beginning === null) return candles;
  }
  return askForFine(fine, { from: Math.max(from, beginning), until }, asking);
}

async function askForFine(
  resolution: Resolution,
  { from, until }: Pick<Absence, 'from' | 'until'>,
  asking: Asking,
): Promise<AbsenceCandles> {
  const length = resolutionSeconds(resolution);
  let found: AbsenceCandles = { series: { expo: 0, candles: [] }, length };
  let next = from;
  for (let count = 0; count < MAX_FINE_REQUESTS && next < until; count += 1) {
    const end = Math.min(until, next + MAX_CANDLES * length);
    const page = await ask(resolution, { from: next, until: end }, asking);
    found = { series: mergeCandles(found.series, page.series), length };
    next = end;
  }
  return found;
}

async function ask(
  resolution: Resolution,
  { from, until }: Pick<Absence, 'from' | 'until'>,
  { source, symbol, signal }: Asking,
): Promise<AbsenceCandles> {
  const length = resolutionSeconds(resolution);
  const start = Math.floor(from / length) * length;
  // Alerts use the prices of that time, not adjusted for later splits.
  const query = { symbol, resolution, from: start, to: until, isSplitAdjusted: false };
  let page = await source.getCandles(query, 0, signal);
  let series: CandleSeries = page;
  // The service may grant only the newest part of a long range.
  while (page.askedFrom > start) {
    page = await source.getCandles({ ...query, to: page.askedFrom - 1 }, 0, signal);
    series = mergeCandles(page, series);
  }
  return { series, length };
}
