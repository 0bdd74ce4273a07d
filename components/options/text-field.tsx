import type { ComponentProps, ReactNode } from 'react';

export interface FieldText {
  /** Explains the field; always visible. */
  hint?: string | undefined;
  /** Why the value is not valid. */
  problem?: string | null | undefined;
}

type TextInputProps = Omit<ComponentProps<'input'>, 'id' | 'onChange' | 'value'> &
  FieldText & {
    id: string;
    value: string;
    /** Whether the input has several lines. */
    isLong?: boolean;
    onChange: (value: string) => void;
  };

/** A text input that refers to its hint and problem; `FieldNotes` renders those texts. */
export function TextInput({ hint, problem, id, isLong, onChange, ...input }: TextInputProps) {
  const notes = [hint && `${id}-hint`, problem && `${id}-problem`].filter(Boolean).join(' ');
  const shared = {
    id,
    autoCapitalize: 'none',
    autoComplete: 'off',
    spellCheck: false,
    'aria-invalid': problem ? true : undefined,
    'aria-describedby': notes || undefined,
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

/** A field's hint and problem. */
export function FieldNotes({ id, hint, problem }: FieldText & { id: string }): ReactNode {
  return (
    <>
      {hint && (
        <p id={`${id}-hint`} className="field-hint">
          {hint}
        </p>
      )}
      {problem && (
        <p id={`${id}-problem`} className="problem">
          <span aria-hidden="true">✕ </span>
          {problem}
        </p>
      )}
    </>
  );
}
