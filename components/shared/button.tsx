import type { ComponentProps, MouseEvent } from 'react';
import styles from './button.module.css';

interface ButtonProps extends ComponentProps<'button'> {
  kind?: 'outlined' | 'primary' | 'plain' | 'link' | 'small';
  /**
   * Temporarily: its action is running or done, or its input is missing. The button keeps the focus,
   * which the `disabled` attribute would drop.
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
  /** Its accessible name, and its tooltip unless `title` is another. */
  label: string;
}

/** A button that shows an icon only. */
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

/** Joins the names of CSS classes, leaving out those that are absent. */
export function classNames(...names: (string | false | undefined)[]): string {
  return names.filter(Boolean).join(' ');
}

function preventSubmit(event: MouseEvent): void {
  event.preventDefault();
}
