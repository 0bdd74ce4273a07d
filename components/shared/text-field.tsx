import type { ComponentProps, ReactNode } from 'react';
import controlStyles from './control.module.css';
import { Field, type FieldText } from './field.tsx';

type TextInputProps = Omit<ComponentProps<'input'>, 'id' | 'onChange' | 'value'> &
  FieldText & {
    id: string;
    value: string;
    /** Whether the field has several lines. */
    isLong?: boolean;
    onChange: (value: string) => void;
  };

interface TextFieldProps extends Omit<TextInputProps, 'id'> {
  label: string;
  id?: string;
  /** Shown below the hint and the problem. */
  children?: ReactNode;
}

export function TextField({ label, id, children, ...input }: TextFieldProps) {
  const { hint, problem } = input;
  return (
    <Field label={label} id={id} hint={hint} problem={problem} below={children}>
      {(fieldId) => <TextInput {...input} id={fieldId} />}
    </Field>
  );
}

/** `FieldNotes` must render the texts that `aria-describedby` refers to. */
export function TextInput({ hint, problem, id, isLong, onChange, ...input }: TextInputProps) {
  const notes = [hint && `${id}-hint`, problem && `${id}-problem`].filter(Boolean).join(' ');
  const shared = {
    id,
    autoCapitalize: 'none',
    autoComplete: 'off',
    spellCheck: false,
    dir: input.dir,
    'aria-invalid': problem ? true : undefined,
    'aria-describedby': notes || undefined,
    className: controlStyles.control,
  };
  if (isLong) {
    return (
      <textarea
        {...shared}
        rows={5}
        value={input.value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    );
  }
  return (
    <input
      type="text"
      {...shared}
      onChange={(event) => onChange(event.currentTarget.value)}
      {...input}
    />
  );
}
