import { useId, useRef, useState } from 'react';

/** State of a panel and of the button that opens it. Closing returns the focus to the button. */
export function usePanel() {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const close = (): void => {
    setOpen(false);
    button.current?.focus();
  };
  return {
    id,
    isOpen,
    close,
    buttonProps: {
      ref: button,
      type: 'button' as const,
      'aria-expanded': isOpen,
      'aria-controls': isOpen ? id : undefined,
      onClick: () => (isOpen ? close() : setOpen(true)),
    },
  };
}
