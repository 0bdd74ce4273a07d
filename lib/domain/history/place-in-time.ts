import { wasClosed } from '../prices/market-schedule.ts';
import { parseSchedule } from '../prices/schedule-grammar.ts';
import { toMilliseconds, type UnixSeconds } from '../../base/units.ts';
import type { HistoryRecord } from './collected-price.ts';

// A session's last price may be published this long before the close.
const LAST_PRICE_SECONDS = 600;

// Schedules are unsigned: a schedule that says "open only today" would pass off last week's price
// as the price 24 hours ago. So a schedule explains at most a long weekend.
export const LONGEST_CLOSURE_SECONDS = 4 * 24 * 60 * 60;

export type WasClosed = (fromSeconds: UnixSeconds, untilSeconds: UnixSeconds) => boolean;

/** Uses the schedule in the attributes. */
export function closuresOf(attributes: Record<string, string> | undefined): WasClosed {
  return (fromSeconds, untilSeconds) =>
    wasClosed(parseSchedule(attributes), toMilliseconds(fromSeconds), toMilliseconds(untilSeconds));
}

/**
 * Whether a price is too early for a time. The price at a time is the first price at or after it.
 * If the market was closed, it may be the last session's price, at most 4 days old.
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

/** Returns a gap if the service sent an earlier price. */
export function withoutEarlierPrice(
  record: HistoryRecord,
  time: UnixSeconds,
  closures: WasClosed,
): HistoryRecord {
  if ('gap' in record || !isTooEarly(record.time, time, closures)) return record;
  return { id: record.id, at: time, gap: 'early' };
}
