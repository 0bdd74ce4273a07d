import type { ReactNode } from 'react';
import { classNames } from '../shared/button.tsx';
import styles from './terms.module.css';

interface TermsProps {
  children: ReactNode;
  className?: string | undefined;
  /** Whether the service chose the names. */
  isForeign?: boolean;
}

/** A list of names and values, which are `Term`s. */
export function Terms({ children, className, isForeign }: TermsProps) {
  return (
    <dl className={classNames(styles.terms, className)} data-foreign={isForeign}>
      {children}
    </dl>
  );
}

/** One name and value in a definition list. */
export function Term({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** Placeholder for a value that the service did not send. */
export function NotGiven({ words = 'not given' }: { words?: string }) {
  return <span className={styles.notGiven}>{words}</span>;
}
