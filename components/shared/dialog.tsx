import { useEffect, useRef, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { classNames } from './button.tsx';
import styles from './dialog.module.css';

interface DialogProps {
  /** The content shows it as its heading. */
  title: string;
  className?: string | undefined;
  /** A press outside closes it too. */
  isClosedOutside?: boolean;
  onClose: () => void;
  children: ReactNode;
}

/** Escape closes it. */
export function Dialog({ title, className, isClosedOutside, onClose, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);

  // Outside the view, so that a picture of the view does not contain it.
  return createPortal(
    <dialog
      ref={dialog}
      className={classNames(styles.dialog, className)}
      aria-label={title}
      onClose={onClose}
      onKeyDown={(event) => {
        // Otherwise the view handles the key, and Escape closes the whole popup.
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

/** Closes the dialog around an element. */
export function closeDialog(within: Element | null): void {
  within?.closest('dialog')?.close();
}
