import type { ComponentProps } from 'react';
import styles from './chip.module.css';

interface ChipProps extends ComponentProps<'button'> {
  /** Whether it is chosen; absent: it only starts an action. */
  isOn?: boolean;
  /** Whether it stands out from the text around it. */
  isStrong?: boolean;
}

/** A small rounded button for one of several choices. */
export function Chip({ isOn, isStrong, ...rest }: ChipProps) {
  return (
    <button
      type="button"
      {...rest}
      className={styles.chip}
      data-strong={isStrong || undefined}
      aria-pressed={isOn}
    />
  );
}
