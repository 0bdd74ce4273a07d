import type { ReactNode } from 'react';
import { t } from '@/lib/base/locale/t.ts';
import controlStyles from './control.module.css';
import { Field } from './field.tsx';
import styles from './time-field.module.css';

interface TimeFieldProps {
  /** In the format of `toFieldText`. */
  text: string;
  onChange: (text: string) => void;
  /** The id of the element that describes the problem. */
  problemId: string | undefined;
  children: ReactNode;
}

/** A time in the user's time zone. */
export function TimeField({ text, onChange, problemId, children }: TimeFieldProps) {
  return (
    <Field label={t('priceAtTime.field', { timeZone: Temporal.Now.timeZoneId() })}>
      {(id) => (
        <div className={styles.line}>
          <input
            id={id}
            className={controlStyles.control}
            type="datetime-local"
            step={1}
            value={text}
            aria-invalid={problemId !== undefined || undefined}
            aria-describedby={problemId}
            onChange={(event) => onChange(event.currentTarget.value)}
          />
          {children}
        </div>
      )}
    </Field>
  );
}
