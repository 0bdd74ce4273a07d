import { createContext, use, useId, type ReactNode } from 'react';
import controlStyles from './control.module.css';
import formStyles from './form.module.css';

export interface FieldText {
  /** A hint that is always visible. */
  hint?: string | undefined;
  /** Why the value is not valid. */
  problem?: string | null | undefined;
}

/** Whether each field is a row of a page, see `OptionRow`. */
export const FieldsAreRows = createContext(false);

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
  if (use(FieldsAreRows)) {
    return (
      <OptionRow controlId={id} {...{ label, hint, problem, below }}>
        {children(id)}
      </OptionRow>
    );
  }
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

interface OptionRowProps extends FieldText {
  /** For links to it. */
  id?: string | undefined;
  label: string;
  /** The control that the label refers to. Without it, the controls have names of their own. */
  controlId?: string;
  children?: ReactNode;
  /** Across the whole row. */
  below?: ReactNode;
}

/** A row of a page: its label and hint at the start, its control at the end. */
export function OptionRow(props: OptionRowProps) {
  const { id, label, controlId, hint, problem, children, below } = props;
  const ownId = useId();
  return (
    <div id={id} className={formStyles.row}>
      <div className={formStyles.words}>
        {controlId === undefined ? <b>{label}</b> : <label htmlFor={controlId}>{label}</label>}
        <FieldNotes id={controlId ?? ownId} hint={hint} problem={problem} />
      </div>
      {children !== undefined && <div className={formStyles.controls}>{children}</div>}
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
