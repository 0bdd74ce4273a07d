import { type ReactNode, useId } from 'react';
import { t } from '@/lib/base/locale/t.ts';
import { classNames } from './button.tsx';
import styles from './terms.module.css';

interface TermsProps {
  children: ReactNode;
  className?: string | undefined;
  /** Whether the service chose the names. */
  isForeign?: boolean;
}

export function Terms({ children, className, isForeign }: TermsProps) {
  return (
    <dl className={classNames(styles.terms, className)} data-foreign={isForeign}>
      {children}
    </dl>
  );
}

interface TermProps {
  name: string;
  hint?: string;
  children: ReactNode;
}

export function Term({ name, hint, children }: TermProps) {
  return (
    <div>
      <dt title={hint}>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** Placeholder for a value that the service did not send. */
export function Missing({ text = t('detail.notProvided') }: { text?: string }) {
  return <span className={styles.missing}>{text}</span>;
}

export function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className={styles.section} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}
