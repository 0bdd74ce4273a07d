import type { ComponentProps, MouseEvent } from 'react';

interface FocusableButtonProps extends Omit<ComponentProps<'button'>, 'disabled'> {
  /** For now: its work is under way or done, or what it works on is not there yet. */
  isDisabled: boolean;
}

/** A button that does nothing while it is disabled, and keeps the focus: `disabled` would take it. */
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
      onClick={isDisabled ? keepFromSubmitting : onClick}
    />
  );
}

function keepFromSubmitting(event: MouseEvent): void {
  event.preventDefault();
}
