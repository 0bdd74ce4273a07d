import type { ReactNode } from 'react';
import { classNames } from './button.tsx';
import { Dialog } from './dialog.tsx';
import styles from './small-dialog.module.css';

interface SmallDialogProps {
  title: string;
  className?: string | undefined;
  onClose: () => void;
  children: ReactNode;
}

export function SmallDialog({ title, className, onClose, children }: SmallDialogProps) {
  return (
    <Dialog title={title} className={classNames(styles.dialog, className)} onClose={onClose}>
      <h2>{title}</h2>
      {children}
    </Dialog>
  );
}
