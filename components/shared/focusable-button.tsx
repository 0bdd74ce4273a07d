import type { ComponentProps, MouseEvent } from 'react';

interface FocusableButtonProps extends Omit<ComponentProps<'button'>, 'disabled'> {
  /** Temporarily: its action is running or done, or its input is missing. */
  isDisabled: boolean;
}

/** A button that keeps the focus while disabled. The `disabled` attribute would drop the focus. */
export function FocusableButton({
  isDisabled,
  type = 'button',
  onClick,
  ...rest
}: FocusableButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      aria-disabled={isDisabled || undefined}
      onClick={isDisabled ? preventSubmit : onClick}
    />
  );
}

function preventSubmit(event: MouseEvent): void {
  event.preventDefault();
}
