import { numberFormat, spaceUnit } from '../../base/locale/format.ts';
import { t } from '../../base/locale/t.ts';
import type { UnixMilliseconds, UnixSeconds } from '../../base/units.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/**
 * The local clock is often this far behind the publishers', so a price up to this far in the future
 * has age 0.
 */
const CLOCK_SKEW = 5 * SECOND;

/** Age in milliseconds. @param nowMs corrected time */
export function ageMs(publishTime: UnixSeconds, nowMs: UnixMilliseconds): number {
  return nowMs - publishTime * SECOND;
}

/** Whether a price is further in the future than ordinary clock skew explains. @param ms its age */
export function isAhead(ms: number): boolean {
  return ms < -CLOCK_SKEW;
}

/**
 * `now`, `12 sec`, `3 min`. Truncated, so a price never looks older than it is. Below −5 s: `in the
 * future`.
 * @param ms the age
 */
export function formatAge(ms: number): string {
  return momentWords(ms) ?? formatSpan(ms);
}

/** The age as a time in the past: `now`, `12 sec ago`. */
export function formatAgo(ms: number): string {
  return momentWords(ms) ?? t('age.ago', { age: formatSpan(ms) });
}

/** The age of a price that is not current: `15 min old`. */
export function formatOld(ms: number): string {
  return momentWords(ms) ?? t('age.old', { age: formatSpan(ms) });
}

/** Words for an age that needs no number; `null` if it needs a number. */
function momentWords(ms: number): string | null {
  if (!Number.isFinite(ms)) return '–';
  if (isAhead(ms)) return t('age.ahead');
  return ms < SECOND ? t('age.now') : null;
}

/** Truncated to whole units: `4 sec`, `3 min`, `2 hr`, `5 days`. @param ms at least 0 */
export function formatSpan(ms: number): string {
  if (ms < MINUTE) return inUnit('second', Math.floor(ms / SECOND));
  if (ms < HOUR) return inUnit('minute', Math.floor(ms / MINUTE));
  return ms < DAY ? inUnit('hour', Math.floor(ms / HOUR)) : inUnit('day', Math.floor(ms / DAY));
}

export type Staleness = {
  publishTime: UnixSeconds;
  /** Time of our last request, successful or not, by the local clock. */
  lastAskedAtMs: UnixMilliseconds | null;
  /** Local clock minus true time. */
  skewMs: number;
  limitSeconds: number;
  marketOpen: boolean;
};

/**
 * A price is stale if its market is open and it was older than the limit at our last request. So a
 * price does not become stale only because we made no request.
 */
export function isStale({
  publishTime,
  lastAskedAtMs,
  skewMs,
  limitSeconds,
  marketOpen,
}: Staleness): boolean {
  if (!marketOpen || lastAskedAtMs === null) return false;
  return ageMs(publishTime, lastAskedAtMs - skewMs) > limitSeconds * SECOND;
}

function inUnit(unit: Unit, count: number): string {
  const format = (formats[unit] ??= numberFormat({ style: 'unit', unit }));
  return spaceUnit(format.format(count));
}

type Unit = 'second' | 'minute' | 'hour' | 'day';

// Cached, because hundreds of rows format ages every second.
const formats: Partial<Record<Unit, Intl.NumberFormat>> = {};
