import { useEffect, useRef, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { t } from '@/lib/locale/t.ts';
import { IconButton } from '../shared/button.tsx';
import { CloseIcon } from '../shared/icons.tsx';
import styles from './export-dialog.module.css';

interface ExportDialogProps {
  title: string;
  onClose: () => void;
  children: ReactNode;
}

/** A dialog over the page. Escape, its close button and a press outside it close it. */
export function ExportDialog({ title, onClose, children }: ExportDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  // Outside the view that opened it, so that a picture of the view does not contain the dialog.
  return createPortal(
    <dialog
      ref={dialog}
      className={styles.dialog}
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
        if (event.target === event.currentTarget) event.currentTarget.close();
      }}
    >
      <div className={styles.body}>
        <div className={styles.head}>
          <h2>{title}</h2>
          <IconButton label={t('common.closeButton')} onClick={() => dialog.current?.close()}>
            <CloseIcon />
          </IconButton>
        </div>
        {children}
      </div>
    </dialog>,
    document.body,
  );
}
