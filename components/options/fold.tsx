import { useState, type ReactNode } from 'react';
import styles from './options.module.css';

interface FoldProps {
  title: string;
  /** The current setting. */
  summary?: string;
  /** Whether its content must be visible. */
  isOpen?: boolean;
  children: ReactNode;
}

/** A part of a section that few people need. */
export function Fold({ title, summary, isOpen = false, children }: FoldProps) {
  const [wasOpened, setOpened] = useState(false);
  return (
    <details
      className={styles.fold}
      open={isOpen || wasOpened}
      onToggle={(event) => setOpened(event.currentTarget.open)}
    >
      <summary>
        <b>{title}</b>
        <span>{summary}</span>
      </summary>
      {children}
    </details>
  );
}
