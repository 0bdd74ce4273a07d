import { useEffect, useRef, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { classNames } from './button.tsx';
import styles from './dialog.module.css';

interface DialogProps {
  /** The accessible name; the content shows the same text as its heading. */
  title: string;
  className?: string | undefined;
  /** Whether a press outside closes the dialog. */
  isClosedOutside?: boolean;
  onClose: () => void;
  children: ReactNode;
}

export function Dialog({ title, className, isClosedOutside, onClose, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);

  // Outside the view, so that a picture of the view does not include the dialog.
  return createPortal(
    <dialog
      ref={dialog}
      className={classNames(styles.dialog, className)}
      aria-label={title}
      onClose={onClose}
      onKeyDown={(event) => {
        // Otherwise the view would handle the key, and Escape would close the whole popup.
        event.stopPropagation();
        if (event.key !== 'Escape') return;
        event.preventDefault();
        event.currentTarget.close();
      }}
      onClick={(event) => {
        if (isClosedOutside && event.target === event.currentTarget) event.currentTarget.close();
      }}
    >
      {children}
    </dialog>,
    document.body,
  );
}

/** Closes the dialog that contains an element. */
export function closeDialog(within: Element | null): void {
  within?.closest('dialog')?.close();
}
