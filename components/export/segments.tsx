import { useId } from 'react';

interface SegmentsProps<T extends string | number> {
  label: string;
  choices: readonly { value: T; label: string }[];
  value: T;
  onChange: (value: T) => void;
}

/** A choice of one among few, side by side. */
export function Segments<T extends string | number>(props: SegmentsProps<T>) {
  const { label, choices, value, onChange } = props;
  const id = useId();
  return (
    <div className="export-choice">
      <span id={`${id}-label`}>{label}</span>
      <div className="export-segments" role="radiogroup" aria-labelledby={`${id}-label`}>
        {choices.map((choice) => (
          <label key={choice.value}>
            <input
              type="radio"
              name={id}
              checked={choice.value === value}
              onChange={() => onChange(choice.value)}
            />
            <span>{choice.label}</span>
          </label>
        ))}
      </div>
    </div>
  );
}
