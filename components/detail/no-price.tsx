import { NotCovered } from './not-covered.tsx';
import { useFailedCheck } from '../hooks/use-failed-check.ts';
import type { FeedFacts } from '../hooks/use-feed.ts';
import styles from './price-head.module.css';

/** Explains why there is no price and what to do about it. */
export function NoPrice({ id, feed }: { id: string; feed: FeedFacts }) {
  const failure = useFailedCheck(id);
  return (
    <div className={styles.none}>
      <span aria-hidden="true">–</span>
      {failure !== null && <p>Failed verification: {failure}</p>}
      {failure === null && feed.missing === 'not-covered' && <NotCovered />}
      {failure === null && feed.missing !== 'not-covered' && <p>{reasonOf(feed)}</p>}
    </div>
  );
}

function reasonOf({ isFollowed, missing }: FeedFacts): string {
  if (!isFollowed)
    return 'Prices are read for followed feeds only: follow this one to see its own.';
  if (missing === 'unknown') return 'The price service does not offer this feed (any more).';
  if (missing === 'no-data') return 'The price service has no price of this feed at the moment.';
  return 'Waiting for its first price.';
}
