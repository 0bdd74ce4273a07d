const SECONDS_PRECISION = { smallestUnit: 'second', roundingMode: 'floor' } as const;

/** Formats a time (unix seconds) for a `datetime-local` input, in the user's time zone. */
export function toFieldText(seconds: number, timeZone = Temporal.Now.timeZoneId()): string {
  return Temporal.Instant.fromEpochMilliseconds(seconds * 1_000)
    .toZonedDateTimeISO(timeZone)
    .toPlainDateTime()
    .toString(SECONDS_PRECISION);
}

/**
 * Parses the value of a `datetime-local` input to unix seconds; `null` if it is no date and time.
 * When clocks change, a skipped local time moves forward, and a repeated one means the first.
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
