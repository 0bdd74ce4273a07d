import { useId, type ReactNode } from 'react';
import controlStyles from './control.module.css';
import formStyles from './form.module.css';

export interface FieldText {
  /** A hint that is always visible. */
  hint?: string | undefined;
  /** Why the value is not valid. */
  problem?: string | null | undefined;
}

interface FieldProps extends FieldText {
  label: string;
  id?: string | undefined;
  className?: string | undefined;
  /** At the end of the label's line. */
  beside?: ReactNode;
  /** Renders the control with this id, which the label refers to. */
  children: (id: string) => ReactNode;
  /** Shown below the hint and the problem. */
  below?: ReactNode;
}

/** A control with its label, hint and problem. */
export function Field(props: FieldProps) {
  const { label, hint, problem, className = formStyles.field, beside, children, below } = props;
  const ownId = useId();
  const { id = ownId } = props;
  return (
    <div className={className}>
      <label className={controlStyles.label} htmlFor={id}>
        {label}
      </label>
      {beside}
      {children(id)}
      <FieldNotes id={id} hint={hint} problem={problem} />
      {below}
    </div>
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
