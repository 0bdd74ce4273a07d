import type { ReactNode } from 'react';
import styles from './tag.module.css';

/** A word that qualifies what is beside it. `isQuiet`: it is no warning. */
export function Tag({ isQuiet, children }: { isQuiet?: boolean; children: ReactNode }) {
  return (
    <em className={styles.tag} data-quiet={isQuiet}>
      {children}
    </em>
  );
}
