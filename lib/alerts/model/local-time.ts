/**
 * A time as the date and time of day in a time zone.
 *
 * @param at unix milliseconds
 * @param timeZone an IANA name
 */
export function localTime(at: number, timeZone: string): Temporal.PlainDateTime {
  return Temporal.Instant.fromEpochMilliseconds(Math.floor(at))
    .toZonedDateTimeISO(timeZone)
    .toPlainDateTime();
}
