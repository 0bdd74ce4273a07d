import { useEffect, useRef, type KeyboardEvent, type ReactNode, useId, useState } from 'react';
import { CloseIcon } from '../shared/icons.tsx';
import { IconButton } from '../shared/button.tsx';
import styles from './panel.module.css';

interface PanelProps {
  id: string;
  title: string;
  closeLabel: string;
  onClose: () => void;
  children: ReactNode;
}

/**
 * A panel that a button expands below itself. It takes the focus when it opens; Escape and its
 * close button close it.
 */
export function ExpandedPanel({ id, title, closeLabel, onClose, children }: PanelProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    onClose();
  };
  return (
    <section id={id} className={styles.panel} aria-label={title} onKeyDown={onKeyDown}>
      <div className={styles.head}>
        <h2 ref={heading} tabIndex={-1}>
          {title}
        </h2>
        <IconButton label={closeLabel} onClick={onClose}>
          <CloseIcon />
        </IconButton>
      </div>
      {children}
    </section>
  );
}

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
