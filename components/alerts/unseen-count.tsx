import { isUnseen } from '@/lib/domain/alerts/model/firing.ts';
import { formatCount } from '@/lib/base/locale/format.ts';
import { t } from '@/lib/base/locale/t.ts';
import { firings } from '@/lib/storage/values/alerts.ts';
import { useStoredPart } from '../shared/hooks/use-stored.ts';
import styles from './unseen-count.module.css';

export default function UnseenCount() {
  const count = useStoredPart(firings, (history) => history?.filter(isUnseen).length ?? 0);
  if (count === 0) return null;
  return (
    <span className={styles.count}>
      <span aria-hidden="true">{count > 99 ? '99+' : formatCount(count)}</span>
      <span className="visually-hidden">{t('alerts.unseen', { count })}</span>
    </span>
  );
}
