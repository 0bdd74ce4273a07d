import { useId } from 'react';
import controlStyles from '../shared/control.module.css';
import formStyles from '../shared/form.module.css';

interface SelectFieldProps {
  label: string;
  value: string;
  options: readonly { value: string; label: string }[];
  onChange: (value: string) => void;
}

/** A labeled drop-down list. */
export function SelectField({ label, value, options, onChange }: SelectFieldProps) {
  const id = useId();
  return (
    <div className={formStyles.field}>
      <label className={controlStyles.label} htmlFor={id}>
        {label}
      </label>
      <select
        id={id}
        className={controlStyles.control}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </div>
  );
}
