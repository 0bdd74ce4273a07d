import type { ComponentProps, ReactNode } from 'react';
import styles from './check.module.css';

interface ToggleProps extends Omit<ComponentProps<'input'>, 'onChange'> {
  checked: boolean;
  onChange: (checked: boolean) => void;
}

interface CheckProps extends ToggleProps {
  /** Whether the label looks like the text around it. */
  isPlain?: boolean;
  /** Shown as a switch, which takes effect at once. */
  isSwitch?: boolean;
  children: ReactNode;
}

export function Check({ isPlain, isSwitch, children, ...input }: CheckProps) {
  const Box = isSwitch ? Switch : Checkbox;
  return (
    <label className={styles.check} data-plain={isPlain}>
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
