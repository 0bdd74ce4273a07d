import type { ReactNode } from 'react';
import { t } from '@/lib/base/locale/t.ts';
import { CheckIcon } from '../shared/later-icons.tsx';
import styles from './welcome.module.css';

interface StepProps {
  title: string;
  isDone: boolean;
  children: ReactNode;
}

/** One step of the setup, numbered by its place in the list. */
export function Step({ title, isDone, children }: StepProps) {
  return (
    <li className={styles.step} data-done={isDone || undefined}>
      <h2>
        {title}
        {isDone && (
          <span className={styles.done}>
            <CheckIcon />
            {t('welcome.stepDone')}
          </span>
        )}
      </h2>
      {children}
    </li>
  );
}
