import { useId } from 'react';
import controlStyles from '../shared/control.module.css';
import { SelectField, type SelectFieldProps } from '../shared/select-field.tsx';
import { FieldNotes, TextInput } from '../shared/text-field.tsx';
import styles from './alert-form.module.css';
import type { AlertFormState } from './use-alert-form.ts';

export function Choice<T extends string | number | null>(props: SelectFieldProps<T>) {
  return <SelectField {...props} className={styles.part} />;
}

interface FigureProps {
  form: AlertFormState;
  field: 'level' | 'amount' | 'percent' | 'basisPoints' | 'rearmBandPercent';
  label: string;
  unit?: string;
  hint?: string;
}

/** A field for a number, whose text is stored as typed. */
export function Figure({ form, field, label, unit, hint }: FigureProps) {
  const id = useId();
  const problem = form.problemOf(field);
  return (
    <div className={styles.part}>
      <label className={controlStyles.label} htmlFor={id} title={hint}>
        {label}
      </label>
      <div className={styles.figure}>
        <TextInput
          id={id}
          dir="ltr"
          inputMode="decimal"
          value={form.draft[field]}
          problem={problem}
          onChange={(typed) => form.change({ [field]: typed })}
        />
        {unit && <span>{unit}</span>}
      </div>
      <FieldNotes id={id} problem={problem} />
    </div>
  );
}

export function Problem({ id, text }: { id: string; text: string | null }) {
  if (text === null) return null;
  return (
    <p id={id} className={controlStyles.problem}>
      <span aria-hidden="true">✕ </span>
      {text}
    </p>
  );
}
