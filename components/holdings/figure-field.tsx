import { useId, type ReactNode, type Ref } from 'react';
import formStyles from '../shared/form.module.css';
import { FieldNotes, TextInput } from '../shared/text-field.tsx';
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
  const id = useId();
  return (
    <div className={formStyles.field}>
      <label htmlFor={id}>{label}</label>
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
      <FieldNotes id={id} hint={hint} problem={problem} />
    </div>
  );
}
