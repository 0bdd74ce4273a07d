import { useCallback } from 'react';
import { isMarketOpen, marketState } from '@/lib/prices/market-schedule.ts';
import {
  isMalformed,
  type MalformedSchedule,
  type Schedule,
} from '@/lib/prices/schedule-grammar.ts';
import type { UnixMilliseconds } from '@/lib/units.ts';
import { useCorrectedClock } from '../hooks/clock.ts';
import { dayText, wallTime } from './date-words.ts';
import { Term, Terms } from './figure-terms.tsx';
import { holidayLines, weekLines } from './hours-words.ts';
import { Section } from './section.tsx';
import styles from './section.module.css';

type AnySchedule = Schedule | MalformedSchedule;

/** The market's state in brief: `Open, always`, `Open until Fri 27 Nov, 22:00`. */
export function MarketTerm({ schedule }: { schedule: AnySchedule }) {
  const select = useCallback((nowMs: UnixMilliseconds) => marketWords(schedule, nowMs), [schedule]);
  return <Term name="Market">{useCorrectedClock(select)}</Term>;
}

/** A feed's market hours, in the user's time zone and in the market's own. */
export function MarketHours({ schedule }: { schedule: AnySchedule }) {
  return (
    <Section title="Market hours">
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
      <p className={styles.hint}>These hours cannot be read. As the service tells them:</p>
      <code className={styles.raw}>{text}</code>
    </>
  );
}

function Hours({ schedule }: { schedule: Schedule }) {
  const isOpen = useCorrectedClock((nowMs) => isMarketOpen(schedule, nowMs));
  if (schedule.alwaysOpen) return <p>Always open.</p>;
  return (
    <>
      {/* The text stays valid until the market opens or closes; the key then renders it again. */}
      <NextChanges key={String(isOpen)} schedule={schedule} />
      <details>
        <summary>Week and holidays</summary>
        <p className={styles.hint}>Times of {schedule.timeZone}.</p>
        <Terms>
          {weekLines(schedule).map(({ day, hours }) => (
            <Term key={day} name={day}>
              {hours}
            </Term>
          ))}
        </Terms>
        {schedule.holidays.size > 0 && (
          <>
            <h3>Other hours on</h3>
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
      <Term name="Now">
        {open ? 'Open' : 'Closed'}
        {today !== 'usual' && `, ${today} today`}
      </Term>
      <Term name="Next opening">
        <Change at={nextOpening} schedule={schedule} />
      </Term>
      <Term name="Next closing">
        <Change at={nextClosing} schedule={schedule} />
      </Term>
      <Term name="Its time zone">{schedule.timeZone}</Term>
    </Terms>
  );
}

function Change({ at, schedule }: { at: Temporal.Instant | null; schedule: Schedule }) {
  if (!at) return <>none within a year</>;
  const isSameZone = Temporal.Now.timeZoneId() === schedule.timeZone;
  return (
    <>
      <time dateTime={at.toString()}>{dayText(at)}</time>
      {!isSameZone && <small> ({wallTime(at, schedule.timeZone)} there)</small>}
    </>
  );
}

function marketWords(schedule: AnySchedule, nowMs: UnixMilliseconds): string {
  if (isMalformed(schedule)) return 'Hours unknown';
  if (schedule.alwaysOpen) return 'Open, always';
  const isOpen = isMarketOpen(schedule, nowMs);
  const { nextChange } = marketState(schedule, Temporal.Instant.fromEpochMilliseconds(nowMs));
  if (!nextChange) return isOpen ? 'Open' : 'Closed';
  return `${isOpen ? 'Open until' : 'Closed until'} ${dayText(nextChange)}`;
}
