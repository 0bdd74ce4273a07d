import type { UnixMilliseconds } from '../../../base/units.ts';

/** @param timeZone an IANA name */
export function localTime(at: UnixMilliseconds, timeZone: string): Temporal.PlainDateTime {
  return Temporal.Instant.fromEpochMilliseconds(Math.floor(at))
    .toZonedDateTimeISO(timeZone)
    .toPlainDateTime();
}
