import { useCallback } from 'react';
import { t } from '@/lib/base/locale/t.ts';
import {
  isMalformed,
  type AnySchedule,
  type Schedule,
} from '@/lib/domain/prices/schedule-grammar.ts';
import type { UnixMilliseconds } from '@/lib/base/units.ts';
import { useCorrectedClock } from '../../shared/hooks/clock.ts';
import {
  holidayLines,
  weekLines,
  type DayHours,
  hasSpecialHours,
  marketSentence,
  marketTime,
  zoneName,
} from './market-words.ts';
import { Section, Term, Terms } from './terms.tsx';
import styles from './terms.module.css';

interface MarketTermProps {
  schedule: AnySchedule;
  isAfterHours: boolean;
}

/** Whether the market is open and until when. */
export function MarketTerm({ schedule, isAfterHours }: MarketTermProps) {
  const sentence = useCallback((ms: UnixMilliseconds) => marketSentence(schedule, ms), [schedule]);
  const time = useCallback((ms: UnixMilliseconds) => marketTime(schedule, ms), [schedule]);
  const inMarketTime = useCorrectedClock(time);
  const words = useCorrectedClock(sentence);
  return (
    <Term name={t('marketHours.market')}>
      {isAfterHours ? t('marketHours.afterHours') : words}
      {inMarketTime !== null && !isAfterHours && <small> {inMarketTime}</small>}
    </Term>
  );
}

/** A feed's hours of the week and its holidays, in the market's time zone; none if always open. */
export function MarketHours({ schedule }: { schedule: AnySchedule }) {
  if (!isMalformed(schedule) && schedule.alwaysOpen) return null;
  return (
    <Section title={t('marketHours.title')}>
      {isMalformed(schedule) ? (
        <>
          <p className={styles.hint}>{t('marketHours.unreadable')}</p>
          <code className={styles.raw}>{schedule.malformed}</code>
        </>
      ) : (
        <Hours schedule={schedule} />
      )}
    </Section>
  );
}

function Hours({ schedule }: { schedule: Schedule }) {
  const isSpecial = useCorrectedClock((nowMs) => hasSpecialHours(schedule, nowMs));
  const timeZone = zoneName(schedule.timeZone);
  return (
    <>
      {isSpecial && <p>{t('marketHours.specialToday')}</p>}
      <p className={styles.hint}>{t('marketHours.weekHint', { timeZone })}</p>
      <Days lines={weekLines(schedule)} />
      {schedule.holidays.size > 0 && (
        <details>
          <summary>{t('marketHours.exceptions')}</summary>
          <Days lines={holidayLines(schedule, Temporal.Now.instant())} />
        </details>
      )}
    </>
  );
}

function Days({ lines }: { lines: readonly DayHours[] }) {
  return (
    <Terms>
      {lines.map(({ day, hours }) => (
        <Term key={day} name={day}>
          {hours}
        </Term>
      ))}
    </Terms>
  );
}
