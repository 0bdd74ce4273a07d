import { clockNotice } from '@/lib/prices/clock-words.ts';
import { clockSkew } from '@/lib/storage/clock.ts';
import { useStoredPart } from '../hooks/use-stored.ts';
import styles from './connection-footer.module.css';

/** How far the local clock is off. */
export default function ClockWords() {
  const text = useStoredPart(clockSkew, (skew) => (skew ? clockNotice(skew) : null));
  return text === null ? null : <span className={styles.notice}>{text}</span>;
}
