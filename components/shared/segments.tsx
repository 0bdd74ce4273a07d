import { useId } from 'react';
import './segments.css';

interface SegmentsProps<T extends string | number> {
  label: string;
  value: T;
  options: readonly (readonly [value: T, words: string])[];
  onChange: (value: T) => void;
}

/** One of a few, side by side. */
export function Segments<T extends string | number>(props: SegmentsProps<T>) {
  const { label, value, options, onChange } = props;
  const id = useId();
  return (
    <div className="segments" role="radiogroup" aria-label={label}>
      {options.map(([one, words]) => (
        <label key={one}>
          <input
            type="radio"
            name={id}
            value={one}
            checked={one === value}
            onChange={() => onChange(one)}
          />
          <span>{words}</span>
        </label>
      ))}
    </div>
  );
}
