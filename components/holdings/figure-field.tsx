import type { ReactNode, Ref } from 'react';
import { Field } from '../shared/field.tsx';
import { TextInput } from '../shared/text-field.tsx';
import styles from './holding-form.module.css';

interface FigureFieldProps {
  ref?: Ref<HTMLInputElement>;
  label: string;
  hint?: string;
  /** Whether the value is shown as dots. */
  isMasked: boolean;
  problem: string | null | undefined;
  value: string;
  onChange: (typed: string) => void;
  /** The number's unit, beside the field. */
  children: ReactNode;
}

/** A field for a number, whose text is stored as typed. */
export function FigureField(props: FigureFieldProps) {
  const { ref, label, hint, isMasked, problem, value, onChange, children } = props;
  return (
    <Field label={label} hint={hint} problem={problem}>
      {(id) => (
        <div className={styles.figure}>
          <TextInput
            id={id}
            ref={ref}
            dir="ltr"
            inputMode="decimal"
            data-masked={isMasked && value !== '' ? '' : undefined}
            hint={hint}
            problem={problem}
            value={value}
            onChange={onChange}
          />
          {children}
        </div>
      )}
    </Field>
  );
}
