import { useEffect, useId, useRef, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import styles from './small-dialog.module.css';

interface SmallDialogProps {
  title: string;
  onClose: () => void;
  children: ReactNode;
}

/** A small dialog over the page. Escape closes it. */
export function SmallDialog({ title, onClose, children }: SmallDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => dialog.current?.showModal(), []);

  // Outside the view that opened it, so that a picture of the view does not contain the dialog.
  return createPortal(
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-labelledby={id}
      onClose={onClose}
      onKeyDown={(event) => {
        // The view must not handle the key too. By default, Escape would close the whole popup.
        event.stopPropagation();
        if (event.key !== 'Escape') return;
        event.preventDefault();
        closeDialog(event.currentTarget);
      }}
    >
      <h2 id={id}>{title}</h2>
      {children}
    </dialog>,
    document.body,
  );
}

/** Closes the dialog that an element is in. While it is open, nothing below it can have the focus. */
export function closeDialog(within: Element | null): void {
  within?.closest('dialog')?.close();
}
