import type { ComponentProps, MouseEvent } from 'react';

interface BusyButtonProps extends Omit<ComponentProps<'button'>, 'disabled'> {
  /** Its work is under way, or what it works on is not there yet. */
  isBusy: boolean;
}

/** A button that does nothing while it is busy. `disabled` would take the focus from it. */
export function BusyButton({ isBusy, type = 'button', onClick, ...rest }: BusyButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      aria-disabled={isBusy || undefined}
      onClick={isBusy ? keepFromSubmitting : onClick}
    />
  );
}

function keepFromSubmitting(event: MouseEvent): void {
  event.preventDefault();
}
