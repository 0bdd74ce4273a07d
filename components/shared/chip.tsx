import type { ComponentProps } from 'react';
import styles from './chip.module.css';

interface ChipProps extends ComponentProps<'button'> {
  /** Absent: the chip only starts an action. */
  isOn?: boolean;
  isStrong?: boolean;
}

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
