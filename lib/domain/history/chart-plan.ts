import {
  resolutionSeconds,
  type CandleSeries,
  type Resolution,
} from '../../history-service/index.ts';
import type { UnixSeconds } from '../../base/units.ts';
import { isMalformed, MINUTES_A_DAY, type AnySchedule } from '../prices/schedule-grammar.ts';
import type { CandlePeriod } from './periods.ts';
import type { WasClosed } from './place-in-time.ts';
import { PERIOD_SECONDS } from './time-grid.ts';

/** What to request for a chart. Both ends are starts of bars, inclusive. */
export interface CandlePlan {
  readonly resolution: Resolution;
  readonly from: UnixSeconds;
  readonly to: UnixSeconds;
  /** Where the period begins. Earlier candles are for panning. */
  readonly visibleFrom: UnixSeconds;
}

/** The shares of time and of days in which a market is open. */
export interface OpenShare {
  readonly time: number;
  readonly days: number;
}

interface PlanOptions {
  now: UnixSeconds;
  /** Those of the service or of the symbol. */
  resolutions: readonly Resolution[];
  /** Default: always open. */
  openShare?: OpenShare;
  /** The time of the first candle that the service has, if it is known. */
  earliest?: UnixSeconds;
}

/** A chart with fewer bars looks coarse. */
const MIN_BARS = 150;
/** A sparkline shows a day. One bar each half hour is all that its pixels can show. */
const SPARKLINE_BARS = 48;

/** A service that has only bars of a minute gives the newest of them: the client reads 25,000. */
const MAX_BARS = 20_000;

const DAY = 86_400;
const ALWAYS: OpenShare = { time: 1, days: 1 };

/** Chooses the coarsest bars of which a period has 150, so that one request is small and enough. */
export function planChart(period: CandlePeriod, options: PlanOptions): CandlePlan | null {
  const { now, earliest = 0 } = options;
  const visibleFrom = period === 'all' ? earliest : Math.max(0, now - PERIOD_SECONDS[period]);
  // Nothing else tells how far back candles go: bars of a month could be fewer than ten.
  const isUnknown = period === 'all' && options.earliest === undefined;
  if (isUnknown && options.resolutions.includes('1D')) return planOf('1D', visibleFrom, now);
  return plan(visibleFrom, MIN_BARS, options);
}

/** Plans the candles of a sparkline: at least 48, of one day. */
export function planSparkline(options: PlanOptions): CandlePlan | null {
  return plan(options.now - DAY, SPARKLINE_BARS, options);
}

/** The shares of a week without holidays in which a market is open. Unknown hours count as always. */
export function openShareOf(schedule: AnySchedule): OpenShare {
  if (isMalformed(schedule)) return ALWAYS;
  const minutes = schedule.days.flat().reduce((sum, { from, until }) => sum + until - from, 0);
  const days = schedule.days.filter((sessions) => sessions.length > 0).length;
  return days === 0 ? ALWAYS : { time: minutes / (7 * MINUTES_A_DAY), days: days / 7 };
}

/**
 * The range of a second request, if the first one does not fill the plan: some services send only
 * the newest bars of a long range, and one without bars may name the closest earlier one. `null`:
 * there is nothing to add. There is never a third request.
 */
export function secondRange(
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

/** What to request to bring known candles of a plan up to date: the last one may have changed. */
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
    (seconds * shareOf(openShare, resolution)) / resolutionSeconds(resolution) >= bars;
  const resolution = coarseFirst.find(isEnough) ?? coarseFirst.at(-1);
  if (resolution === undefined) return null;
  // An hour has 60 bars of a minute, the shortest ones of UDF: the rest is for panning.
  const length = resolutionSeconds(resolution);
  const wanted = Math.min(Math.max(seconds, bars * length), MAX_BARS * length);
  return { ...planOf(resolution, now - wanted, now), visibleFrom };
}

function planOf(resolution: Resolution, from: UnixSeconds, to: UnixSeconds): CandlePlan {
  const length = resolutionSeconds(resolution);
  const step = Math.min(length, DAY);
  // Weeks and months begin on different days at different services.
  const margin = length > DAY ? length : 0;
  const aligned = Math.max(0, Math.floor(from / step) * step - margin);
  return { resolution, from: aligned, to, visibleFrom: from };
}

/** A bar of a day exists for each day with a session, however short. */
function shareOf({ time, days }: OpenShare, resolution: Resolution): number {
  return resolutionSeconds(resolution) < DAY ? time : days;
}
