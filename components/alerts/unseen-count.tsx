import { isUnseen } from '@/lib/alerts/model/firing.ts';
import { firings } from '@/lib/storage/alerts.ts';
import { useStoredPart } from '../hooks/use-stored.ts';
import styles from './unseen-count.module.css';

/** Number of unseen firings, on the link to the alert list. */
export default function UnseenCount() {
  const count = useStoredPart(firings, (history) => history?.filter(isUnseen).length ?? 0);
  if (count === 0) return null;
  return (
    <span className={styles.count}>
      {count > 99 ? '99+' : count}
      <span className="visually-hidden"> not seen yet</span>
    </span>
  );
}
