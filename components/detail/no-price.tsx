import { t } from '@/lib/base/locale/t.ts';
import { openOptions } from '@/lib/pages/open-page.ts';
import { Button } from '../shared/button.tsx';
import { NotCoveredMark } from '../shared/marks.tsx';
import { areSamplesShown } from '@/lib/storage/values/samples.ts';
import { useStored } from '../shared/hooks/use-stored.ts';
import { useFailedCheck } from '../shared/hooks/use-failed-check.ts';
import type { FeedFacts } from '../shared/hooks/use-feed.ts';
import styles from './price-head.module.css';

/** Explains why there is no price and what to do about it. */
export function NoPrice({ id, feed }: { id: string; feed: FeedFacts }) {
  const failure = useFailedCheck(id);
  const areSamples = useStored(areSamplesShown) ?? false;
  return (
    <div className={styles.none}>
      <span aria-hidden="true">–</span>
      {failure !== null && (
        <p>
          <b>{t('proof.state.failed')}</b> {failure}
        </p>
      )}
      {failure === null && feed.missing === 'not-covered' && <NotCovered />}
      {failure === null && feed.missing !== 'not-covered' && <p>{reasonOf(feed, areSamples)}</p>}
    </div>
  );
}

function reasonOf({ isFollowed, missing }: FeedFacts, areSamples: boolean): string {
  if (!isFollowed) return t('detail.missing.notWatched');
  if (missing === 'unknown') return t(areSamples ? 'samples.liveOnly' : 'detail.missing.unknown');
  return missing === 'no-data' ? t('detail.missing.noData') : t('detail.missing.waiting');
}

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
