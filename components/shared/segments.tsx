import { useId } from 'react';
import styles from './segments.module.css';

interface SegmentsProps<T extends string | number> {
  label: string;
  value: T;
  options: readonly (readonly [value: T, words: string])[];
  onChange: (value: T) => void;
}

/** Options side by side. */
export function Segments<T extends string | number>(props: SegmentsProps<T>) {
  const { label, value, options, onChange } = props;
  const id = useId();
  return (
    <div className={styles.segments} role="radiogroup" aria-label={label}>
      {options.map(([option, words]) => (
        <label key={option}>
          <input
            type="radio"
            name={id}
            value={option}
            checked={option === value}
            onChange={() => onChange(option)}
          />
          <span>{words}</span>
        </label>
      ))}
    </div>
  );
}
