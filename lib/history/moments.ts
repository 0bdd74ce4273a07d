import type { ChangePeriod } from '../storage/view.ts';

const MINUTE = 60;
export const HOUR_SECONDS = 60 * MINUTE;
const DAY = 24 * HOUR_SECONDS;

/** A sparkline's length: as many hours before the current one. */
export const SPARKLINE_HOURS = 24;

/** How far each period reaches back, in seconds. */
export const PERIOD_SECONDS: Record<ChangePeriod, number> = {
  '1h': HOUR_SECONDS,
  '24h': DAY,
  '7d': 7 * DAY,
};

// The service is asked at the points of a grid only: what it says of one of them never changes, so
// that it is kept and never asked for again. The grid is as fine as a change would show.
const REFERENCE_STEP: Record<ChangePeriod, number> = {
  '1h': 5 * MINUTE,
  '24h': 30 * MINUTE,
  '7d': HOUR_SECONDS,
};

const CHART_STEP: Record<ChangePeriod, number> = {
  '1h': 5 * MINUTE,
  '24h': 30 * MINUTE,
  '7d': 4 * HOUR_SECONDS,
};

/** Against which moment (unix seconds) the change over a period is taken now. */
export function referenceMoment(period: ChangePeriod, nowSeconds: number): number {
  return floorTo(nowSeconds - PERIOD_SECONDS[period], REFERENCE_STEP[period]);
}

/** Whether a price of that moment may still stand for the period: until its successor is there. */
export function isReferenceCurrent(
  period: ChangePeriod,
  moment: number,
  nowSeconds: number,
): boolean {
  const behind = referenceMoment(period, nowSeconds) - moment;
  return behind === 0 || behind === REFERENCE_STEP[period];
}

/** A price published later than this after the moment that was asked for does not stand for it. */
export function longestDelaySeconds(period: ChangePeriod): number {
  return REFERENCE_STEP[period];
}

/** The current hour, counted from 1970. */
export function hourOf(nowSeconds: number): number {
  return Math.floor(nowSeconds / HOUR_SECONDS);
}

/** The moments (unix seconds) of a sparkline, coarse first, so that its shape is soon there. */
export function sparklineMoments(nowSeconds: number): number[] {
  const current = hourOf(nowSeconds) * HOUR_SECONDS;
  const moments = momentsBetween(current - SPARKLINE_HOURS * HOUR_SECONDS, current, HOUR_SECONDS);
  return coarseFirst(moments, HOUR_SECONDS);
}

/** The distance of a chart's moments. */
export function chartStepSeconds(period: ChangePeriod): number {
  return CHART_STEP[period];
}

/** The moments (unix seconds) that fill one feed's chart over a period, coarse first. */
export function chartMoments(period: ChangePeriod, nowSeconds: number): number[] {
  const step = CHART_STEP[period];
  const last = floorTo(nowSeconds, step);
  return coarseFirst(momentsBetween(last - PERIOD_SECONDS[period], last, step), step);
}

function momentsBetween(first: number, last: number, step: number): number[] {
  return Array.from({ length: (last - first) / step + 1 }, (_, index) => first + index * step);
}

// Every eighth point of the grid, then those halfway between, and so on; the later ones first.
function coarseFirst(moments: readonly number[], step: number): number[] {
  const rank = (moment: number): number => Math.min(8, lowestBit(moment / step));
  return moments.toSorted((a, b) => rank(b) - rank(a) || b - a);
}

function lowestBit(count: number): number {
  return count & -count;
}

function floorTo(seconds: number, step: number): number {
  return Math.floor(seconds / step) * step;
}
