import type { CandlePeriod } from './periods.ts';
import { closesBefore } from '../prices/market-closes.ts';
import { isMarketOpen } from '../prices/market-schedule.ts';
import { isMalformed, type AnySchedule } from '../prices/schedule-grammar.ts';
import { toMilliseconds, toSeconds, type UnixSeconds } from '../../base/units.ts';

/** A short chart of a closed market ends at the last close; any other chart ends now. */
export function chartEnd(
  period: CandlePeriod,
  schedule: AnySchedule,
  now: UnixSeconds,
): UnixSeconds {
  return period === '1h' || period === '24h' ? lastTradeTime(schedule, now) : now;
}

export function lastTradeTime(schedule: AnySchedule, now: UnixSeconds): UnixSeconds {
  if (isMalformed(schedule) || isMarketOpen(schedule, toMilliseconds(now))) return now;
  const instant = Temporal.Instant.fromEpochMilliseconds(toMilliseconds(now));
  const [close] = closesBefore(schedule, instant);
  return close ? toSeconds(close.epochMilliseconds) : now;
}
