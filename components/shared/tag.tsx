import type { ReactNode } from 'react';
import styles from './tag.module.css';

/** `isQuiet`: neutral, not a warning. */
export function Tag({ isQuiet, children }: { isQuiet?: boolean; children: ReactNode }) {
  return (
    <em className={styles.tag} data-quiet={isQuiet}>
      {children}
    </em>
  );
}
