import { t } from '@/lib/base/locale/t.ts';
import styles from './signatures-section.module.css';

/** Marks signers that the user added. The mark cannot be faked by choosing a built-in name. */
export function AddedByYou() {
  return <small className={styles.added}>{t('options.addedByYou')}</small>;
}
