import { t } from '@/lib/base/locale/t.ts';
import { toMilliseconds, toSeconds, type UnixSeconds } from '@/lib/base/units.ts';

const SECONDS_PRECISION = { smallestUnit: 'second', roundingMode: 'floor' } as const;

/** Value of a `datetime-local` input, in the user's time zone. */
export function toFieldText(seconds: UnixSeconds, timeZone = Temporal.Now.timeZoneId()): string {
  return Temporal.Instant.fromEpochMilliseconds(toMilliseconds(seconds))
    .toZonedDateTimeISO(timeZone)
    .toPlainDateTime()
    .toString(SECONDS_PRECISION);
}

/**
 * Returns `null` without a complete date and time. A local time skipped by a clock change moves
 * forward; for a repeated one, the first counts.
 */
export function fromFieldText(
  text: string,
  timeZone = Temporal.Now.timeZoneId(),
): UnixSeconds | null {
  try {
    const { epochMilliseconds } = Temporal.PlainDateTime.from(text).toZonedDateTime(timeZone);
    return Math.floor(toSeconds(epochMilliseconds));
  } catch {
    // The input is empty or incomplete: RangeError.
    return null;
  }
}

/** Why prices cannot be requested for this time; `null` if they can. */
export function timeProblem(seconds: UnixSeconds | null): string | null {
  if (seconds === null) return t('priceAtTime.incomplete');
  return seconds > nowInSeconds() ? t('priceAtTime.future') : null;
}

export function nowInSeconds(): UnixSeconds {
  return Math.floor(toSeconds(Date.now()));
}
