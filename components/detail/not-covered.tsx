import { openOptions } from '@/lib/pages/open-page.ts';
import { NotCoveredMark } from '../shared/marks.tsx';
import { Button } from '../shared/button.tsx';
import styles from './price-head.module.css';

/** Explains that the access token does not cover the feed, and links to its setting. */
export function NotCovered() {
  return (
    <p className={styles.notCovered}>
      <NotCoveredMark /> Your access token does not cover this feed.{' '}
      <Button kind="link" onClick={() => void openOptions('connection')}>
        Connection settings
      </Button>
    </p>
  );
}
