import type { AlertMark as Mark } from '@/lib/domain/alerts/model/mark.ts';
import { AlertMark } from '../shared/marks.tsx';
import styles from './row-bell.module.css';

/** The bell beside the name of a feed that has alerts. */
export function RowBell({ state }: { state: Mark }) {
  return (
    <span className={styles.bell} data-state={state}>
      <AlertMark state={state} />
    </span>
  );
}
