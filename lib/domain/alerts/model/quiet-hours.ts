import type { UnixMilliseconds } from '../../../base/units.ts';
import { z } from '../../../base/zod.ts';
import { localTime } from './local-time.ts';

const wallTime = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/));

/** In the user's local time. */
export const quietHoursSchema = z
  .object({
    enabled: z.boolean(),
    from: wallTime,
    /** On the next day if it is not after `from`. */
    to: wallTime,
    /** Days on which quiet hours begin: 1 Monday … 7 Sunday. */
    days: z.array(z.int().check(z.minimum(1), z.maximum(7))).check(z.maxLength(7)),
  })
  .check(z.refine(({ from, to }) => from !== to));
export type QuietHours = z.infer<typeof quietHoursSchema>;

/** A period includes its start but not its end. @param timeZone an IANA name */
export function isQuiet(hours: QuietHours, at: UnixMilliseconds, timeZone: string): boolean {
  if (!hours.enabled) return false;
  const today = localTime(at, timeZone).toPlainDate();
  return [today.subtract({ days: 1 }), today]
    .filter((day) => hours.days.includes(day.dayOfWeek))
    .map((day) => period(hours, day, timeZone))
    .some(({ from, to }) => at >= from && at < to);
}

/**
 * The quiet hours that begin on a day. If daylight saving skips a local time, the time after the
 * change counts; if it repeats one, the first.
 */
function period({ from, to }: QuietHours, day: Temporal.PlainDate, timeZone: string) {
  const last = to > from ? day : day.add({ days: 1 });
  return { from: instantOf(day, from, timeZone), to: instantOf(last, to, timeZone) };
}

function instantOf(day: Temporal.PlainDate, time: string, timeZone: string): UnixMilliseconds {
  return day.toZonedDateTime({ timeZone, plainTime: time }).epochMilliseconds;
}
