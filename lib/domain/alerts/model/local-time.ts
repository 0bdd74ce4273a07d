import type { UnixMilliseconds } from '../../../base/units.ts';

/** A time as the date and time of day in a time zone. @param timeZone an IANA name */
export function localTime(at: UnixMilliseconds, timeZone: string): Temporal.PlainDateTime {
  return Temporal.Instant.fromEpochMilliseconds(Math.floor(at))
    .toZonedDateTimeISO(timeZone)
    .toPlainDateTime();
}
