import type { ChartPeriod } from './periods.ts';
import type { UnixSeconds } from '../../base/units.ts';

const MINUTE = 60;
export const HOUR_SECONDS = 60 * MINUTE;
const DAY = 24 * HOUR_SECONDS;

export const SPARKLINE_HOURS = 24;

/** In seconds. */
export const PERIOD_SECONDS: Record<ChartPeriod, number> = {
  '1h': HOUR_SECONDS,
  '24h': DAY,
  '7d': 7 * DAY,
  '30d': 30 * DAY,
  '1y': 365 * DAY,
};

// Past prices are requested only at grid points, whose prices never change. A finer grid would not
// be visible.
const REFERENCE_STEP: Record<ChartPeriod, number> = {
  '1h': 5 * MINUTE,
  '24h': 30 * MINUTE,
  '7d': HOUR_SECONDS,
  '30d': 6 * HOUR_SECONDS,
  '1y': DAY,
};

// Each point costs a request. Between the points, a chart shows live samples.
const CHART_STEP: Record<ChartPeriod, number> = {
  '1h': 5 * MINUTE,
  '24h': 30 * MINUTE,
  '7d': 4 * HOUR_SECONDS,
  '30d': DAY,
  '1y': 7 * DAY,
};

const COARSE = 8;

export function referenceTime(period: ChartPeriod, nowSeconds: UnixSeconds): UnixSeconds {
  return floorTo(nowSeconds - PERIOD_SECONDS[period], REFERENCE_STEP[period]);
}

/** The previous grid point counts until the next one's price is fetched. */
export function isReferenceCurrent(
  period: ChartPeriod,
  time: UnixSeconds,
  nowSeconds: UnixSeconds,
): boolean {
  const behind = referenceTime(period, nowSeconds) - time;
  return behind === 0 || behind === REFERENCE_STEP[period];
}

/** In seconds after the requested time. */
export function longestDelaySeconds(period: ChartPeriod): number {
  return REFERENCE_STEP[period];
}

/** Hours since 1970. */
export function hourOf(seconds: UnixSeconds): number {
  return Math.floor(seconds / HOUR_SECONDS);
}

/** Coarse grid first, for an early outline. */
export function sparklineTimes(nowSeconds: UnixSeconds): UnixSeconds[] {
  const current = hourOf(nowSeconds) * HOUR_SECONDS;
  const times = timesBetween(current - SPARKLINE_HOURS * HOUR_SECONDS, current, HOUR_SECONDS);
  return coarseFirst(times, HOUR_SECONDS);
}

/** The outline has three or four points. */
export function isInOutline(time: UnixSeconds): boolean {
  return hourOf(time) % COARSE === 0;
}

export function chartStepSeconds(period: ChartPeriod): number {
  return CHART_STEP[period];
}

/** Coarse grid first. */
export function chartTimes(period: ChartPeriod, nowSeconds: UnixSeconds): UnixSeconds[] {
  const step = CHART_STEP[period];
  const last = floorTo(nowSeconds, step);
  // A year is not a whole number of weeks.
  const first = last - floorTo(PERIOD_SECONDS[period], step);
  return coarseFirst(timesBetween(first, last, step), step);
}

function timesBetween(first: UnixSeconds, last: UnixSeconds, step: number): UnixSeconds[] {
  return Array.from({ length: (last - first) / step + 1 }, (_, index) => first + index * step);
}

// Every `COARSE`th point of the grid, then the points halfway between, and so on; later points
// first.
function coarseFirst(times: readonly UnixSeconds[], step: number): UnixSeconds[] {
  const rank = (time: UnixSeconds): number => Math.min(COARSE, lowestBit(time / step));
  return times.toSorted((a, b) => rank(b) - rank(a) || b - a);
}

function lowestBit(count: number): number {
  return count & -count;
}

function floorTo(seconds: UnixSeconds, step: number): UnixSeconds {
  return Math.floor(seconds / step) * step;
}
