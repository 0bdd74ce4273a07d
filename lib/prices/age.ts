const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** A clock this far behind the publishers' is ordinary; a price "from the future" is then fresh. */
const CLOCK_SKEW = 5 * SECOND;

/**
 * The age in milliseconds of a price with `publishTime` (unix seconds).
 *
 * @param nowMs corrected time, unix milliseconds
 */
export function ageMs(publishTime: number, nowMs: number): number {
  return nowMs - publishTime * SECOND;
}

/**
 * An age in few characters, for rows: `0.4 s`, `12 s`, `3 min`, `2 h`, `5 d`. Cut, not rounded, so
 * that a price never looks older than it is. `in the future` beyond any ordinary clock skew.
 */
export function formatAge(ms: number): string {
  if (!Number.isFinite(ms)) return '–';
  return ms < -CLOCK_SKEW ? 'in the future' : inUnits(Math.max(0, ms));
}

export type Staleness = {
  /** Unix seconds. */
  publishTime: number;
  /**
   * When the service was last asked, successfully or not, unix milliseconds by the local clock; null
   * before the first time.
   */
  lastAskedAtMs: number | null;
  /** Local clock minus true time, milliseconds. */
  skewMs: number;
  limitSeconds: number;
  marketOpen: boolean;
};

/**
 * The design's word "stale": when the service was last asked, the price was already older than the
 * limit while its market is open. A price that is old only because nobody asked since is not.
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

function inUnits(ms: number): string {
  if (ms < 10 * SECOND) return `${(Math.floor(ms / 100) / 10).toFixed(1)} s`;
  if (ms < MINUTE) return `${Math.floor(ms / SECOND)} s`;
  if (ms < HOUR) return `${Math.floor(ms / MINUTE)} min`;
  return ms < DAY ? `${Math.floor(ms / HOUR)} h` : `${Math.floor(ms / DAY)} d`;
}
