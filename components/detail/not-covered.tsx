import { t } from '@/lib/base/locale/t.ts';
import { openOptions } from '@/lib/pages/open-page.ts';
import { NotCoveredMark } from '../shared/marks.tsx';
import { Button } from '../shared/button.tsx';
import styles from './price-head.module.css';

/** Explains that the access token does not cover the feed, and links to its setting. */
export function NotCovered() {
  return (
    <p className={styles.notCovered}>
      <NotCoveredMark /> {t('detail.missing.notCovered')}{' '}
      <Button kind="link" onClick={() => void openOptions('connection')}>
        {t('detail.connectionSettingsButton')}
      </Button>
    </p>
  );
}
