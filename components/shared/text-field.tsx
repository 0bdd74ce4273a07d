import { useId, type ComponentProps, type ReactNode } from 'react';
import controlStyles from './control.module.css';
import formStyles from './form.module.css';

export interface FieldText {
  /** A hint that is always visible. */
  hint?: string | undefined;
  /** Why the value is not valid. */
  problem?: string | null | undefined;
}

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
  const ownId = useId();
  const fieldId = id ?? ownId;
  return (
    <div className={formStyles.field}>
      <label className={controlStyles.label} htmlFor={fieldId}>
        {label}
      </label>
      <TextInput {...input} id={fieldId} />
      <FieldNotes id={fieldId} hint={input.hint} problem={input.problem} />
      {children}
    </div>
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

export function FieldNotes({ id, hint, problem }: FieldText & { id: string }): ReactNode {
  return (
    <>
      {hint && (
        <p id={`${id}-hint`} className={controlStyles.hint}>
          {hint}
        </p>
      )}
      {problem && (
        <p id={`${id}-problem`} className={controlStyles.problem}>
          <span aria-hidden="true">✕ </span>
          {problem}
        </p>
      )}
    </>
  );
}
