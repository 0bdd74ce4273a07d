import { useId } from 'react';
import controlStyles from '../shared/control.module.css';
import styles from './alert-form.module.css';
import type { AlertFormState } from './use-alert-form.ts';

interface ChoiceProps<T extends string | number> {
  label: string;
  value: T;
  /** Values and their labels, in display order. */
  options: readonly (readonly [value: T, words: string])[];
  onChange: (value: T) => void;
}

/** A choice between many options, as a drop-down list. */
export function Choice<T extends string | number>(props: ChoiceProps<T>) {
  const { label, value, options, onChange } = props;
  const id = useId();
  return (
    <div className={styles.part}>
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        className={controlStyles.control}
        value={String(value)}
        onChange={(event) => {
          const { value: picked } = event.currentTarget;
          const chosen = options.find(([option]) => String(option) === picked);
          if (chosen) onChange(chosen[0]);
        }}
      >
        {options.map(([option, words]) => (
          <option key={option} value={option}>
            {words}
          </option>
        ))}
      </select>
    </div>
  );
}

interface FigureProps {
  form: AlertFormState;
  field: 'level' | 'amount' | 'percent' | 'basisPoints' | 'rearmBandPercent';
  label: string;
  unit?: string;
  /** Explains the field in place. */
  hint?: string;
}

/** An input for a number, which holds the text as typed. */
export function Figure({ form, field, label, unit, hint }: FigureProps) {
  const id = useId();
  const problem = form.problemOf(field);
  return (
    <div className={styles.part}>
      <label htmlFor={id} title={hint}>
        {label}
      </label>
      <div className={styles.figure}>
        <input
          id={id}
          type="text"
          dir="ltr"
          className={controlStyles.control}
          inputMode="decimal"
          autoComplete="off"
          spellCheck={false}
          value={form.draft[field]}
          aria-invalid={problem ? true : undefined}
          aria-describedby={problem ? `${id}-problem` : undefined}
          onChange={(event) => form.change({ [field]: event.currentTarget.value })}
        />
        {unit && <span>{unit}</span>}
      </div>
      <Problem id={`${id}-problem`} text={problem} />
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
