import { z } from '../zod.ts';

const wallTime = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'A time such as 22:30.'));

/** Hours in which notifications are held, by the wall clock of the user's time zone. */
export const quietHoursSchema = z
  .object({
    enabled: z.boolean(),
    from: wallTime,
    /** Not after `from`: on the next day. */
    to: wallTime,
    /** The days on which quiet hours begin: 1 Monday … 7 Sunday. */
    days: z.array(z.int().check(z.minimum(1), z.maximum(7))).check(z.maxLength(7)),
  })
  .check(z.refine(({ from, to }) => from !== to, 'Quiet hours must end at another time.'));
export type QuietHours = z.infer<typeof quietHoursSchema>;

/**
 * Whether notifications are held at an instant.
 *
 * @param at unix milliseconds
 * @param timeZone an IANA name, such as that of `Temporal.Now.timeZoneId()`
 */
export function isQuiet(hours: QuietHours, at: number, timeZone: string): boolean {
  return endOfPeriod(hours, at, timeZone) !== null;
}

/**
 * When the quiet hours around an instant end, unix milliseconds; `null` where it is not quiet. From
 * the returned instant on it is not quiet.
 */
export function endOfQuiet(hours: QuietHours, at: number, timeZone: string): number | null {
  let end = endOfPeriod(hours, at, timeZone);
  // A clock change may push one period into the next.
  for (let next = end; next !== null; next = endOfPeriod(hours, next, timeZone)) end = next;
  return end;
}

/** The end of the period that holds `at`; periods begin inclusive and end exclusive. */
function endOfPeriod(hours: QuietHours, at: number, timeZone: string): number | null {
  if (!hours.enabled) return null;
  const today = Temporal.Instant.fromEpochMilliseconds(Math.floor(at))
    .toZonedDateTimeISO(timeZone)
    .toPlainDate();
  const ends = [today.subtract({ days: 1 }), today]
    .filter((day) => hours.days.includes(day.dayOfWeek))
    .map((day) => period(hours, day, timeZone))
    .filter(({ from, to }) => at >= from && at < to)
    .map(({ to }) => to);
  return ends.length === 0 ? null : Math.max(...ends);
}

/** A wall time that a clock change skips is taken after the change, a repeated one the first time. */
function period({ from, to }: QuietHours, day: Temporal.PlainDate, timeZone: string) {
  const last = to > from ? day : day.add({ days: 1 });
  return { from: instantOf(day, from, timeZone), to: instantOf(last, to, timeZone) };
}

function instantOf(day: Temporal.PlainDate, time: string, timeZone: string): number {
  return day.toZonedDateTime({ timeZone, plainTime: time }).epochMilliseconds;
}
