import type { ComponentProps, MouseEvent } from 'react';
import styles from './button.module.css';

interface ButtonProps extends ComponentProps<'button'> {
  kind?: 'outlined' | 'primary' | 'plain' | 'link' | 'small';
  /**
   * Temporarily disabled: the action is running or done, or its input is missing. Unlike
   * `disabled`, this keeps the focus.
   */
  isDisabled?: boolean;
}

export function Button({ kind = 'outlined', isDisabled, className, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={classNames(styles[kind], className)}
      aria-disabled={isDisabled || undefined}
      onClick={isDisabled ? preventSubmit : rest.onClick}
    />
  );
}

interface IconButtonProps extends ComponentProps<'button'> {
  /** The accessible name, and the tooltip unless `title` is set. */
  label: string;
}

export function IconButton({ label, className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      {...rest}
      className={classNames(styles.icon, className)}
    />
  );
}

/** Leaves out absent names. */
export function classNames(...names: (string | false | undefined)[]): string {
  return names.filter(Boolean).join(' ');
}

function preventSubmit(event: MouseEvent): void {
  event.preventDefault();
}
