import { t } from '@/lib/base/locale/t.ts';
import { toMilliseconds, toSeconds, type UnixSeconds } from '@/lib/base/units.ts';

const SECONDS_PRECISION = { smallestUnit: 'second', roundingMode: 'floor' } as const;

/** Formats a time for a `datetime-local` input, in the user's time zone. */
export function toFieldText(seconds: UnixSeconds, timeZone = Temporal.Now.timeZoneId()): string {
  return Temporal.Instant.fromEpochMilliseconds(toMilliseconds(seconds))
    .toZonedDateTimeISO(timeZone)
    .toPlainDateTime()
    .toString(SECONDS_PRECISION);
}

/**
 * Parses the value of a `datetime-local` input; `null` if it is no date and time. When clocks change,
 * a skipped local time moves forward, and a repeated one means the first.
 */
export function fromFieldText(
  text: string,
  timeZone = Temporal.Now.timeZoneId(),
): UnixSeconds | null {
  try {
    const { epochMilliseconds } = Temporal.PlainDateTime.from(text).toZonedDateTime(timeZone);
    return Math.floor(toSeconds(epochMilliseconds));
  } catch {
    // Empty or incomplete: RangeError.
    return null;
  }
}

/** Why prices cannot be requested for a time; `null` if they can. */
export function timeProblem(seconds: UnixSeconds | null): string | null {
  if (seconds === null) return t('priceAtTime.incomplete');
  return seconds > nowInSeconds() ? t('priceAtTime.future') : null;
}

/** The current time, without its fraction. */
export function nowInSeconds(): UnixSeconds {
  return Math.floor(toSeconds(Date.now()));
}
