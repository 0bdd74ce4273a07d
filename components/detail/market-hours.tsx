import { useCallback } from 'react';
import { t, type PlainKey } from '@/lib/locale/t.ts';
import { isMarketOpen, marketState, type MarketState } from '@/lib/prices/market-schedule.ts';
import {
  isMalformed,
  type MalformedSchedule,
  type Schedule,
} from '@/lib/prices/schedule-grammar.ts';
import type { UnixMilliseconds } from '@/lib/units.ts';
import { useCorrectedClock } from '../hooks/clock.ts';
import { holidayLines, weekLines } from './hours-words.ts';
import { Section } from './section.tsx';
import { Term, Terms } from './terms.tsx';
import { clockText, dayText, wallTime } from './time-text.ts';
import styles from './section.module.css';

type AnySchedule = Schedule | MalformedSchedule;

/** The market's state in brief: `Always open`, `Open until Fri, Nov 27, 10:00 PM`. */
export function MarketTerm({ schedule }: { schedule: AnySchedule }) {
  const select = useCallback((nowMs: UnixMilliseconds) => marketWords(schedule, nowMs), [schedule]);
  return <Term name={t('marketHours.market')}>{useCorrectedClock(select)}</Term>;
}

/** A feed's market hours, in the user's time zone and in the market's own. */
export function MarketHours({ schedule }: { schedule: AnySchedule }) {
  return (
    <Section title={t('marketHours.title')}>
      {isMalformed(schedule) ? (
        <UnreadableHours text={schedule.malformed} />
      ) : (
        <Hours schedule={schedule} />
      )}
    </Section>
  );
}

function UnreadableHours({ text }: { text: string }) {
  return (
    <>
      <p className={styles.hint}>{t('marketHours.unreadable')}</p>
      <code className={styles.raw}>{text}</code>
    </>
  );
}

function Hours({ schedule }: { schedule: Schedule }) {
  const isOpen = useCorrectedClock((nowMs) => isMarketOpen(schedule, nowMs));
  if (schedule.alwaysOpen) return <p>{t('marketHours.alwaysOpen')}</p>;
  return (
    <>
      {/* The text stays valid until the market opens or closes; the key then renders it again. */}
      <NextChanges key={String(isOpen)} schedule={schedule} />
      <details>
        <summary>{t('marketHours.week')}</summary>
        <p className={styles.hint}>{t('marketHours.weekHint', { timeZone: schedule.timeZone })}</p>
        <Terms>
          {weekLines(schedule).map(({ day, hours }) => (
            <Term key={day} name={day}>
              {hours}
            </Term>
          ))}
        </Terms>
        {schedule.holidays.size > 0 && (
          <>
            <h3>{t('marketHours.exceptions')}</h3>
            <Terms>
              {holidayLines(schedule, Temporal.Now.instant()).map(({ day, hours }) => (
                <Term key={day} name={day}>
                  {hours}
                </Term>
              ))}
            </Terms>
          </>
        )}
      </details>
    </>
  );
}

function NextChanges({ schedule }: { schedule: Schedule }) {
  const state = marketState(schedule, Temporal.Now.instant());
  const { open, nextOpening, nextClosing, today } = state;
  return (
    <Terms>
      <Term name={t('marketHours.now')}>{t(NOW[today][open ? 'open' : 'closed'])}</Term>
      <Term name={t('marketHours.nextOpening')}>
        <Change at={nextOpening} schedule={schedule} />
      </Term>
      <Term name={t('marketHours.nextClosing')}>
        <Change at={nextClosing} schedule={schedule} />
      </Term>
      <Term name={t('marketHours.timeZone')}>{schedule.timeZone}</Term>
    </Terms>
  );
}

const NOW: Record<MarketState['today'], { open: PlainKey; closed: PlainKey }> = {
  usual: { open: 'marketHours.open', closed: 'marketHours.closed' },
  holiday: { open: 'marketHours.openSpecial', closed: 'marketHours.holiday' },
  'special-hours': { open: 'marketHours.openSpecial', closed: 'marketHours.closedSpecial' },
};

function Change({ at, schedule }: { at: Temporal.Instant | null; schedule: Schedule }) {
  if (!at) return <>{t('marketHours.noChange')}</>;
  const isSameZone = Temporal.Now.timeZoneId() === schedule.timeZone;
  return (
    <>
      <time dateTime={at.toString()}>{dayText(at)}</time>
      {!isSameZone && (
        <small> {t('marketHours.marketTime', { time: wallTime(at, schedule.timeZone) })}</small>
      )}
    </>
  );
}

function marketWords(schedule: AnySchedule, nowMs: UnixMilliseconds): string {
  if (isMalformed(schedule)) return t('marketHours.unknown');
  if (schedule.alwaysOpen) return t('marketHours.alwaysOpen');
  const isOpen = isMarketOpen(schedule, nowMs);
  const { nextChange } = marketState(schedule, Temporal.Instant.fromEpochMilliseconds(nowMs));
  if (!nextChange) return t(isOpen ? 'marketHours.open' : 'marketHours.closed');
  const time = changeText(nextChange, nowMs);
  return t(isOpen ? 'marketHours.openUntil' : 'marketHours.closedUntil', { time });
}

/** `4:00 PM` today, `Mon, Nov 23, 3:30 PM` on another day. */
function changeText(at: Temporal.Instant, nowMs: UnixMilliseconds): string {
  const zone = Temporal.Now.timeZoneId();
  const today = Temporal.Instant.fromEpochMilliseconds(nowMs).toZonedDateTimeISO(zone);
  return at.toZonedDateTimeISO(zone).toPlainDate().equals(today.toPlainDate())
    ? clockText(at)
    : dayText(at);
}
