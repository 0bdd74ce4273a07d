import {
  hasDates,
  resolutionSeconds,
  type CandleSeries,
  type Resolution,
} from '../../history-service/index.ts';
import type { UnixSeconds } from '../../base/units.ts';
import { isMalformed, MINUTES_A_DAY, type AnySchedule } from '../prices/schedule-grammar.ts';
import type { CandlePeriod } from './periods.ts';
import { LONGEST_CLOSURE_SECONDS, type WasClosed } from './place-in-time.ts';
import { PERIOD_SECONDS } from './time-grid.ts';

/** The candles to request. `from` and `to` are starts of bars, inclusive. */
export interface CandlePlan {
  readonly resolution: Resolution;
  readonly from: UnixSeconds;
  readonly to: UnixSeconds;
  /** Candles before this time are for panning. */
  readonly visibleFrom: UnixSeconds;
  /** Rehearsal candles are stored separately, so that charts need not read them. */
  readonly isRehearsal?: boolean;
  /** Candles that judge the start of a change are stored separately, too. */
  readonly isStart?: boolean;
  /** Candles of full days: one response a day suffices. */
  readonly areDays?: boolean;
}

/** Shares of time and of days with an open market. */
interface OpenShare {
  readonly time: number;
  readonly days: number;
}

interface PlanOptions {
  now: UnixSeconds;
  resolutions: readonly Resolution[];
  /** Default: always open. */
  openShare?: OpenShare;
}

/** One for each pixel of the popup's chart. */
const MIN_BARS = 316;
/** For bars of a day or longer: a year has fewer than 316 days with trading. */
const MIN_LONG_BARS = 150;
/** A sparkline's pixels show one bar per half hour. */
const SPARKLINE_BARS = 48;

/** Limit for one request. The client reads up to 25,000 bars. */
export const MAX_BARS = 20_000;

const DAY = 86_400;
const ALWAYS: OpenShare = { time: 1, days: 1 };

/**
 * Chooses the coarsest resolution that fills the popup's chart, so that one small request suffices.
 */
export function planChart(period: CandlePeriod, options: PlanOptions): CandlePlan | null {
  const { now } = options;
  const visibleFrom = period === 'all' ? 0 : Math.max(0, now - PERIOD_SECONDS[period]);
  // With monthly bars, a chart could have fewer than ten.
  if (period === 'all' && options.resolutions.includes('1D')) return planOf('1D', visibleFrom, now);
  return plan(visibleFrom, MIN_BARS, options);
}

/** Plans at least 48 candles of one day. */
export function planSparkline(options: PlanOptions): CandlePlan | null {
  return plan(options.now - DAY, SPARKLINE_BARS, options);
}

/**
 * Plans the shortest candles of 30 days, and of the day before, from which moves are measured; `null`
 * without any that have times.
 */
export function planRehearsal({ now, resolutions }: PlanOptions): CandlePlan | null {
  const [shortest] = resolutionsWithTimes(resolutions);
  const from = now - PERIOD_SECONDS['30d'] - DAY;
  return shortest === undefined ? null : { ...planOf(shortest, from, now), isRehearsal: true };
}

/** Plans the longest candles with times until the start of a change, over a long weekend. */
export function planStart(
  time: UnixSeconds,
  resolutions: readonly Resolution[],
): CandlePlan | null {
  const longest = resolutionsWithTimes(resolutions).at(-1);
  const from = time - LONGEST_CLOSURE_SECONDS;
  return longest === undefined ? null : { ...planOf(longest, from, time), isStart: true };
}

/** The shortest first. A daily bar does not say when its prices were published. */
export function resolutionsWithTimes(resolutions: readonly Resolution[]): Resolution[] {
  return resolutions
    .filter((each) => !hasDates(each))
    .toSorted((a, b) => resolutionSeconds(a) - resolutionSeconds(b));
}

/** Plans daily candles of 30 days with trading, for the usual move of a day; `null` without any. */
export function planDays({ now, resolutions }: PlanOptions): CandlePlan | null {
  if (!resolutions.includes('1D')) return null;
  return { ...planOf('1D', now - 50 * DAY, now), areDays: true };
}

/** Shares of a week without holidays. Unknown hours count as open. */
export function openShareOf(schedule: AnySchedule): OpenShare {
  if (isMalformed(schedule)) return ALWAYS;
  const minutes = schedule.days.flat().reduce((sum, { from, until }) => sum + until - from, 0);
  const days = schedule.days.filter((sessions) => sessions.length > 0).length;
  return days === 0 ? ALWAYS : { time: minutes / (7 * MINUTES_A_DAY), days: days / 7 };
}

/**
 * The range of the next request, if a response does not fill the plan: some services send only the
 * newest bars of a long range, or name the closest earlier bar.
 */
export function missingRange(
  { from, to, resolution }: CandlePlan,
  { candles, nextTime }: Pick<CandleSeries, 'candles'> & { nextTime: UnixSeconds | null },
  wasClosed: WasClosed,
): Pick<CandlePlan, 'from' | 'to'> | null {
  const first = candles[0]?.start;
  if (first === undefined) {
    if (nextTime === null || nextTime >= from) return null;
    return { from: Math.max(0, nextTime - (to - from)), to: nextTime };
  }
  const isCut = first - from > 3 * resolutionSeconds(resolution) && !wasClosed(from, first - 1);
  return isCut ? { from, to: first - 1 } : null;
}

/** Includes the last known candle, which may have changed. */
export function newestRange(
  { from, to }: CandlePlan,
  { candles }: CandleSeries,
): Pick<CandlePlan, 'from' | 'to'> {
  const last = candles.at(-1)?.start ?? from;
  return { from: Math.min(Math.max(from, last), to), to };
}

function plan(
  visibleFrom: UnixSeconds,
  bars: number,
  { now, resolutions, openShare = ALWAYS }: PlanOptions,
): CandlePlan | null {
  const coarseFirst = resolutions.toSorted((a, b) => resolutionSeconds(b) - resolutionSeconds(a));
  const seconds = now - visibleFrom;
  const isEnough = (resolution: Resolution) =>
    (seconds * shareOf(openShare, resolution)) / resolutionSeconds(resolution) >=
    (hasDates(resolution) ? MIN_LONG_BARS : bars);
  const resolution = coarseFirst.find(isEnough) ?? coarseFirst.at(-1);
  if (resolution === undefined) return null;
  // An hour has only 60 of the shortest bars; the other bars are for panning.
  const length = resolutionSeconds(resolution);
  const wanted = Math.min(Math.max(seconds, bars * length), MAX_BARS * length);
  return { ...planOf(resolution, now - wanted, now), visibleFrom };
}

function planOf(resolution: Resolution, from: UnixSeconds, to: UnixSeconds): CandlePlan {
  const length = resolutionSeconds(resolution);
  const step = Math.min(length, DAY);
  // Services start weeks and months on different days.
  const margin = length > DAY ? length : 0;
  const aligned = Math.max(0, Math.floor(from / step) * step - margin);
  return { resolution, from: aligned, to, visibleFrom: from };
}

/** Each day with a session has a daily bar. */
function shareOf({ time, days }: OpenShare, resolution: Resolution): number {
  return hasDates(resolution) ? days : time;
}
