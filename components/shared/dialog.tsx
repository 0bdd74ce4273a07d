import { useEffect, useRef, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { classNames } from './button.tsx';
import styles from './dialog.module.css';

interface DialogProps {
  /** Its name; the content shows it as its heading. */
  title: string;
  className?: string | undefined;
  /** Whether a press outside closes it too. */
  isClosedOutside?: boolean;
  onClose: () => void;
  children: ReactNode;
}

/** A dialog over the page. Escape closes it. */
export function Dialog({ title, className, isClosedOutside, onClose, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);

  // Outside the view that opened it, so that a picture of the view does not contain the dialog.
  return createPortal(
    <dialog
      ref={dialog}
      className={classNames(styles.dialog, className)}
      aria-label={title}
      onClose={onClose}
      onKeyDown={(event) => {
        // The view must not handle the key too. By default, Escape would close the whole popup.
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

/** Closes the dialog that an element is in. While it is open, nothing below it can have the focus. */
export function closeDialog(within: Element | null): void {
  within?.closest('dialog')?.close();
}
