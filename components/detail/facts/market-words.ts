import { dateFormat } from '@/lib/base/locale/format.ts';
import { t } from '@/lib/base/locale/t.ts';
import { marketStateAt } from '@/lib/domain/prices/market-schedule.ts';
import { isMalformed, type AnySchedule } from '@/lib/domain/prices/schedule-grammar.ts';
import type { UnixMilliseconds } from '@/lib/base/units.ts';

const TIME = { hour: 'numeric', minute: '2-digit' } as const;
const DATE = { weekday: 'short', day: 'numeric', month: 'short' } as const;

/** What the market does now and until when, in the user's time: `Closed. Opens Monday, 3:30 PM`. */
export function marketSentence(
  schedule: AnySchedule,
  nowMs: UnixMilliseconds,
  zone = Temporal.Now.timeZoneId(),
): string {
  if (isMalformed(schedule)) return t('marketHours.unknown');
  if (schedule.alwaysOpen) return t('marketHours.alwaysOpen');
  const { open, isHoliday, nextChange } = marketStateAt(schedule, nowMs);
  const kind = open ? 'open' : isHoliday ? 'holiday' : 'closed';
  if (!nextChange) return t(`marketHours.${kind}`);
  return t(`marketHours.${kind}Until`, { time: timeOfChange(nextChange, nowMs, zone) });
}

/** The time of that change where the market is, `9:30 AM ET`; `null` if its clocks are the user's. */
export function marketTime(
  schedule: AnySchedule,
  nowMs: UnixMilliseconds,
  zone = Temporal.Now.timeZoneId(),
): string | null {
  if (isMalformed(schedule) || schedule.alwaysOpen) return null;
  const { nextChange } = marketStateAt(schedule, nowMs);
  const there = nextChange?.toZonedDateTimeISO(schedule.timeZone);
  const here = nextChange?.toZonedDateTimeISO(zone);
  if (!there || !here || there.offsetNanoseconds === here.offsetNanoseconds) return null;
  const day = there.dayOfWeek === here.dayOfWeek ? {} : { weekday: 'short' as const };
  return dateFormat({
    ...day,
    ...TIME,
    timeZone: schedule.timeZone,
    timeZoneName: 'shortGeneric',
  }).format(there.epochMilliseconds);
}

/** `4:00 PM` today, `Monday, 9:30 AM` within a week, `Mon, Dec 7, 9:30 AM` later. */
function timeOfChange(at: Temporal.Instant, nowMs: UnixMilliseconds, zone: string): string {
  const format = (options: Intl.DateTimeFormatOptions): string =>
    dateFormat({ ...options, timeZone: zone }).format(at.epochMilliseconds);
  const today = Temporal.Instant.fromEpochMilliseconds(Math.floor(nowMs)).toZonedDateTimeISO(zone);
  const days = today.toPlainDate().until(at.toZonedDateTimeISO(zone).toPlainDate()).days;
  if (days >= 7) return format({ ...DATE, ...TIME });
  const time = format(TIME);
  return days === 0 ? time : t('marketHours.dayTime', { day: format({ weekday: 'long' }), time });
}
