import { useId, type ComponentProps } from 'react';
import controlStyles from '../shared/control.module.css';
import { SelectField, type SelectFieldProps } from '../shared/select-field.tsx';
import { FieldNotes } from '../shared/field.tsx';
import { TextInput } from '../shared/text-field.tsx';
import styles from './alert-form.module.css';
import type { AlertFormState } from './use-alert-form.ts';

export function Choice<T extends string | number | null>(props: SelectFieldProps<T>) {
  return <SelectField {...props} className={styles.part} />;
}

interface TypedFieldProps extends Omit<
  ComponentProps<'input'>,
  'form' | 'id' | 'onChange' | 'value'
> {
  form: AlertFormState;
  field: 'level' | 'amount' | 'expiresAt' | 'note';
  label: string;
  unit?: string;
}

/** A field whose text is stored as typed. */
export function TypedField({ form, field, label, unit, ...input }: TypedFieldProps) {
  const id = useId();
  const problem = form.problemOf(field);
  return (
    <div className={styles.part}>
      <label className={controlStyles.label} htmlFor={id}>
        {label}
      </label>
      <div className={styles.figure}>
        <TextInput
          {...input}
          id={id}
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

/** A field for a number. */
export function Figure(props: TypedFieldProps) {
  return <TypedField {...props} dir="ltr" inputMode="decimal" />;
}
