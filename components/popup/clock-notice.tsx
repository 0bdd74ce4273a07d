import { clockNotice } from '@/lib/prices/clock-words.ts';
import { clockSkew } from '@/lib/storage/clock.ts';
import { useStoredPart } from '../hooks/use-stored.ts';
import styles from './connection-footer.module.css';

/** Warns if the local clock is wrong; otherwise renders nothing. */
export function ClockNotice() {
  const text = useStoredPart(clockSkew, (skew) => (skew ? clockNotice(skew) : null));
  return text === null ? null : <span className={styles.notice}>{text}</span>;
}
