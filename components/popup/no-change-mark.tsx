import { t } from '@/lib/base/locale/t.ts';
import type { ChangePeriod } from '@/lib/domain/history/periods.ts';
import styles from './row-change.module.css';

/** A dash, with the reason as its text. */
export function NoChangeMark({ period, reason }: { period: ChangePeriod; reason: string }) {
  const label = t(`row.noChange.${period}`, { reason });
  return (
    <span
      className={styles.change}
      data-part="change"
      data-way="none"
      role="img"
      aria-label={label}
      title={label}
    >
      –
    </span>
  );
}
