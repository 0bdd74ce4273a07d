import type { ComponentProps, ReactNode } from 'react';
import styles from './check.module.css';
import { Field } from './field.tsx';

interface ToggleProps extends Omit<ComponentProps<'input'>, 'onChange'> {
  checked: boolean;
  onChange: (checked: boolean) => void;
}

interface CheckProps extends ToggleProps {
  /** Shown as a switch, which takes effect at once. */
  isSwitch?: boolean;
  children: ReactNode;
}

export function Check({ isSwitch, children, ...input }: CheckProps) {
  const Box = isSwitch ? Switch : Checkbox;
  return (
    <label className={styles.check}>
      <Box {...input} />
      <span>{children}</span>
    </label>
  );
}

function Checkbox({ onChange, ...input }: ToggleProps) {
  return (
    <input type="checkbox" {...input} onChange={(event) => onChange(event.currentTarget.checked)} />
  );
}

interface SwitchFieldProps extends ToggleProps {
  label: string;
  hint?: string;
  /** Shown below the hint. */
  below?: ReactNode;
}

/** A setting that takes effect at once. */
export function SwitchField({ label, hint, below, ...input }: SwitchFieldProps) {
  return (
    <Field label={label} hint={hint} below={below}>
      {(id) => <Switch id={id} aria-describedby={hint && `${id}-hint`} {...input} />}
    </Field>
  );
}

/** A switch whose label is elsewhere. */
export function Switch({ onChange, ...input }: ToggleProps) {
  return (
    <input
      type="checkbox"
      role="switch"
      className={styles.switch}
      {...input}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  );
}
