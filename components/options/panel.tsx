import type { ReactNode } from 'react';
import styles from './panel.module.css';

interface PanelProps {
  title: string;
  hint?: string;
  children: ReactNode;
}

export function OptionsPanel({ title, hint, children }: PanelProps) {
  return (
    <div className={styles.panel}>
      <h3>{title}</h3>
      {hint !== undefined && <p className={styles.hint}>{hint}</p>}
      {children}
    </div>
  );
}
