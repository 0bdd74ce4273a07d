import { useId, type ReactNode } from 'react';

interface ChoiceProps<T extends string | number> {
  label: string;
  value: T;
  /** In groups where they have a name. */
  options: readonly (readonly [value: T, words: string])[];
  onChange: (value: T) => void;
}

/** One of many, as a list that folds out. */
export function Choice<T extends string | number>(props: ChoiceProps<T>) {
  const { label, value, options, onChange } = props;
  const id = useId();
  return (
    <div className="part">
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        className="control"
        value={String(value)}
        onChange={(event) => {
          const { value: picked } = event.currentTarget;
          const option = options.find(([one]) => String(one) === picked);
          if (option) onChange(option[0]);
        }}
      >
        {options.map(([one, words]) => (
          <option key={one} value={one}>
            {words}
          </option>
        ))}
      </select>
    </div>
  );
}

interface FigureProps {
  label: string;
  value: string;
  /** Why what stands in it is refused. */
  problem: string | null;
  unit?: string;
  onChange: (value: string) => void;
}

/** A figure, as it is typed. */
export function Figure({ label, value, problem, unit, onChange }: FigureProps) {
  const id = useId();
  return (
    <div className="part">
      <label htmlFor={id}>{label}</label>
      <div className="figure-field">
        <input
          id={id}
          type="text"
          className="control"
          inputMode="decimal"
          autoComplete="off"
          spellCheck={false}
          value={value}
          aria-invalid={problem ? true : undefined}
          aria-describedby={problem ? `${id}-problem` : undefined}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
        {unit && <span className="unit">{unit}</span>}
      </div>
      <Problem id={`${id}-problem`} text={problem} />
    </div>
  );
}

export function Problem({ id, text }: { id: string; text: string | null }) {
  if (text === null) return null;
  return (
    <p id={id} className="problem">
      <span aria-hidden="true">✕ </span>
      {text}
    </p>
  );
}

interface CheckProps {
  checked: boolean;
  onChange: (checked: boolean) => void;
  children: ReactNode;
}

export function Check({ checked, onChange, children }: CheckProps) {
  return (
    <label className="check">
      <input
        type="checkbox"
        checked={checked}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <span>{children}</span>
    </label>
  );
}
