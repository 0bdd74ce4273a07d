import { useId, useState } from 'react';
import type { QuietHours } from '@/lib/domain/alerts/model/quiet-hours.ts';
import { weekdayName } from '@/lib/base/locale/format.ts';
import { t } from '@/lib/base/locale/t.ts';
import { OptionsPanel } from './panel.tsx';
import { Check } from '../shared/check.tsx';
import { Field, FieldNotes } from '../shared/field.tsx';
import controlStyles from '../shared/control.module.css';
import styles from './alerts-section.module.css';

interface QuietHoursPanelProps {
  hours: QuietHours;
  onChange: (hours: QuietHours) => void;
}

/** Times when notifications are held; one summary follows. */
export function QuietHoursPanel({ hours, onChange }: QuietHoursPanelProps) {
  return (
    <OptionsPanel title={t('quietHours.title')} hint={t('quietHours.hint')}>
      <Check checked={hours.enabled} onChange={(isOn) => onChange({ ...hours, enabled: isOn })}>
        {t('quietHours.enabledLabel')}
      </Check>
      {hours.enabled && (
        <>
          <Times hours={hours} onChange={onChange} />
          <Days hours={hours} onChange={onChange} />
        </>
      )}
    </OptionsPanel>
  );
}

function Times({ hours, onChange }: QuietHoursPanelProps) {
  // The text as typed: incomplete input is not stored.
  const [typed, setTyped] = useState(timesOf(hours));
  const [seen, setSeen] = useState(hours);
  const id = useId();
  // An import or another window has changed the times.
  if (seen !== hours) {
    setSeen(hours);
    if (seen.from !== hours.from || seen.to !== hours.to) setTyped(timesOf(hours));
  }
  const edit = (next: Times): void => {
    setTyped(next);
    if (problemOf(next) === null) onChange({ ...hours, ...next });
  };
  const problem = problemOf(typed);
  return (
    <>
      <div className={styles.times}>
        {(['from', 'to'] as const).map((end) => (
          <Field key={end} label={t(`quietHours.${end}Label`)}>
            {(fieldId) => (
              <input
                id={fieldId}
                className={controlStyles.control}
                type="time"
                value={typed[end]}
                aria-invalid={problem ? true : undefined}
                aria-describedby={problem ? `${id}-problem` : undefined}
                onChange={(event) => edit({ ...typed, [end]: event.currentTarget.value })}
              />
            )}
          </Field>
        ))}
        {problem === null && typed.to < typed.from && (
          <span className={controlStyles.hint}>{t('quietHours.nextDay')}</span>
        )}
      </div>
      <FieldNotes id={id} problem={problem} />
    </>
  );
}

type Times = Pick<QuietHours, 'from' | 'to'>;

function timesOf({ from, to }: QuietHours): Times {
  return { from, to };
}

function problemOf({ from, to }: Times): string | null {
  return from === '' || to === '' || from === to ? t('quietHours.problem') : null;
}

function Days({ hours, onChange }: QuietHoursPanelProps) {
  const toggle = (day: number, isQuiet: boolean): void => {
    const others = hours.days.filter((other) => other !== day);
    onChange({ ...hours, days: isQuiet ? [...others, day].toSorted((a, b) => a - b) : others });
  };
  return (
    <>
      <fieldset className={styles.days}>
        <legend>{t('quietHours.daysLabel')}</legend>
        {DAYS.map((day) => (
          <Check
            key={day}
            checked={hours.days.includes(day)}
            onChange={(isOn) => toggle(day, isOn)}
          >
            {weekdayName(day)}
          </Check>
        ))}
      </fieldset>
      {hours.days.length === 0 && <p className={controlStyles.hint}>{t('quietHours.noDays')}</p>}
    </>
  );
}

const DAYS = [1, 2, 3, 4, 5, 6, 7];
