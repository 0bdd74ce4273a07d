import { relativeTimeFormat } from './format.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/**
 * Formats a time in the past: `3 minutes ago`, `2 hours ago`. It is cut off, not rounded up.
 *
 * @param ms how long ago, in milliseconds; at least a minute
 */
export function formatAgo(ms: number): string {
  const format = relativeTimeFormat({});
  if (ms < HOUR) return format.format(-Math.floor(ms / MINUTE), 'minute');
  return ms < DAY
    ? format.format(-Math.floor(ms / HOUR), 'hour')
    : format.format(-Math.floor(ms / DAY), 'day');
}
