import { DAY_SECONDS, startOfDay, ZoneOffset } from '../base/days.ts';
import type { UnixSeconds } from '../base/units.ts';
import { resolutionSeconds, type Resolution } from './resolutions.ts';

/**
 * From the start of a bar to a time that is within its date in UTC: a day may begin at any midnight
 * from UTC−12 to UTC+9, at the start of an American session, or, for currencies, at 17:00 in New
 * York the evening before.
 */
const INTO_DATE_SECONDS = 9 * 3_600;

/** Bars of a day or longer have a date and no time of day. */
export function hasDates(resolution: Resolution): boolean {
  return resolutionSeconds(resolution) >= DAY_SECONDS;
}

/**
 * Reads the date of a bar, as 00:00 UTC, from its start. UDF asks for 00:00 UTC of the trading day,
 * but some services send midnight in the market's time zone, or the time when trading begins.
 *
 * @param timeZone of the market; without it, midnights east of UTC+9 have the date before
 */
export function barDays(timeZone = 'UTC'): (start: UnixSeconds) => UnixSeconds {
  const offset = new ZoneOffset(timeZone);
  return (start) => {
    if (start % DAY_SECONDS === 0) return start;
    const local = start + offset.at(start);
    return local % DAY_SECONDS === 0 ? local : startOfDay(start + INTO_DATE_SECONDS);
  };
}
