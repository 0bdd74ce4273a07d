import { wasClosed } from '../prices/market-schedule.ts';
import { parseSchedule } from '../prices/schedule-grammar.ts';
import { toMilliseconds, type UnixSeconds } from '../../base/units.ts';
import type { HistoryRecord } from './sample.ts';

// The last price of a session may have been published this long before the market closed.
const LAST_PRICE_SECONDS = 600;

// Nobody signs a schedule: one that says "open only today" would pass off a price of last week as
// that of 24 hours ago. So it explains a weekend with a holiday, and no more: longer closures
// (Easter in Europe, the lunar new year) have no price.
const LONGEST_CLOSURE_SECONDS = 4 * 24 * 60 * 60;

/** Whether a market was closed from one time to another. */
export type WasClosed = (fromSeconds: UnixSeconds, untilSeconds: UnixSeconds) => boolean;

/** When a feed's market was closed, by the schedule in its attributes. */
export function closuresOf(attributes: Record<string, string> | undefined): WasClosed {
  return (fromSeconds, untilSeconds) =>
    wasClosed(parseSchedule(attributes), toMilliseconds(fromSeconds), toMilliseconds(untilSeconds));
}

/**
 * Whether a price was published too early to be the price at a time. The price at a time is the
 * first one at or after it. While the market was closed, it may be the last price of the session
 * before, at most 4 days old.
 */
export function isTooEarly(
  publishTime: UnixSeconds,
  time: UnixSeconds,
  closures: WasClosed,
): boolean {
  if (publishTime >= time) return false;
  const isExcusable = time - publishTime <= LONGEST_CLOSURE_SECONDS;
  return !isExcusable || !closures(publishTime + LAST_PRICE_SECONDS, time);
}

/** The record of a time, or a gap if the service sent a genuine price of an earlier time. */
export function withoutEarlierPrice(
  record: HistoryRecord,
  time: UnixSeconds,
  closures: WasClosed,
): HistoryRecord {
  if ('gap' in record || !isTooEarly(record.time, time, closures)) return record;
  return { id: record.id, at: time, gap: 'early' };
}
