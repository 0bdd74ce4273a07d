import { formatDuration } from '@/lib/base/locale/format-duration.ts';
import controlStyles from './control.module.css';
import { Field, type FieldText } from './field.tsx';

interface SelectFieldProps<T extends string | number | null> extends FieldText {
  label: string;
  value: T;
  /** Values and labels, in display order. */
  options: readonly (readonly [value: T, words: string])[];
  onChange: (value: T) => void;
}

export function SelectField<T extends string | number | null>(props: SelectFieldProps<T>) {
  const { label, hint, value, options, onChange } = props;
  return (
    <Field label={label} hint={hint}>
      {(id) => (
        <select
          id={id}
          className={controlStyles.control}
          aria-describedby={hint && `${id}-hint`}
          value={value ?? ''}
          onChange={(event) => {
            const { value: picked } = event.currentTarget;
            const chosen = options.find(([option]) => String(option ?? '') === picked);
            if (chosen) onChange(chosen[0]);
          }}
        >
          {options.map(([option, words]) => (
            <option key={option} value={option ?? ''}>
              {words}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

/** Options in seconds, including the current value: `15 minutes`, `7 days`. */
export function durationOptions(
  lengths: readonly number[],
  current: number,
): (readonly [seconds: number, words: string])[] {
  return [...new Set([...lengths, current])]
    .toSorted((a, b) => a - b)
    .map((seconds) => [seconds, formatDuration(seconds, 'long')]);
}
