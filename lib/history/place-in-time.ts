import type { HistoryRecord } from './sample.ts';

// The last price of a session may have been published this long before the market closed.
const LAST_PRICE_SECONDS = 600;

// The schedule comes from the service itself: one that says "always closed" would excuse a price of
// any age. No market of the public catalog is closed for longer than 10.8 days (Shanghai, at the
// lunar new year).
const LONGEST_CLOSURE_SECONDS = 11 * 24 * 60 * 60;

/** Whether a market was closed from one time to another, both in unix seconds. */
export type WasClosed = (fromSeconds: number, untilSeconds: number) => boolean;

/**
 * Whether a price published at `time` is older than the answer to a question for `moment` may be
 * (both unix seconds): the answer is the first price at or after the moment, or, while the market
 * was closed, the last one of the session before, at most 11 days old.
 */
export function isTooEarly(time: number, moment: number, wasClosed: WasClosed): boolean {
  if (time >= moment) return false;
  const isExcusable = moment - time <= LONGEST_CLOSURE_SECONDS;
  return !isExcusable || !wasClosed(time + LAST_PRICE_SECONDS, moment);
}

/** The record as an answer to a question for its moment: a genuine price of another time is a gap. */
export function atItsMoment(
  record: HistoryRecord,
  moment: number,
  wasClosed: WasClosed,
): HistoryRecord {
  if ('gap' in record || !isTooEarly(record.time, moment, wasClosed)) return record;
  return { id: record.id, at: moment, gap: 'early' };
}
