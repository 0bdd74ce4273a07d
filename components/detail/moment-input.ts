const SECONDS_PRECISION = { smallestUnit: 'second', roundingMode: 'floor' } as const;

/** A moment (unix seconds) as a date-and-time field has it, in the reader's own zone. */
export function toFieldText(seconds: number, timeZone = Temporal.Now.timeZoneId()): string {
  return Temporal.Instant.fromEpochMilliseconds(seconds * 1_000)
    .toZonedDateTimeISO(timeZone)
    .toPlainDateTime()
    .toString(SECONDS_PRECISION);
}

/**
 * The moment (unix seconds) of a field's text, `null` where it is none. A wall time that the zone's
 * clocks skip is moved on, one that they show twice is the first.
 */
export function fromFieldText(text: string, timeZone = Temporal.Now.timeZoneId()): number | null {
  try {
    const { epochMilliseconds } = Temporal.PlainDateTime.from(text).toZonedDateTime(timeZone);
    return Math.floor(epochMilliseconds / 1_000);
  } catch {
    // Empty or incomplete: RangeError.
    return null;
  }
}
