import { openOptions } from '@/lib/pages/open-page.ts';
import { failedChecks } from '@/lib/storage/prices.ts';
import { watchlist } from '@/lib/storage/watchlist.ts';
import { Button } from '../shared/button.tsx';
import { WarningIcon } from '../shared/icons.tsx';
import { useStored } from '../hooks/use-stored.ts';
import styles from './banner.module.css';

/** Warns that prices fail verification: what this means, and what to do. */
export function FailedBanner() {
  const checks = useStored(failedChecks);
  const followed = useStored(watchlist);
  const count = (followed ?? []).filter((id) => checks && Object.hasOwn(checks, id)).length;
  if (count === 0) return null;
  return (
    <section className={styles.banner} role="alert" aria-labelledby="failed-title">
      <WarningIcon />
      <div>
        <h2 id="failed-title">
          {count === 1 ? 'A price failed verification' : `${count} prices failed verification`}
        </h2>
        <p>
          The price service sent prices that don’t match their signatures. You see the last good
          ones; the badge and alerts ignore the rest.
        </p>
        <Button kind="primary" onClick={() => void openOptions()}>
          Check the connection
        </Button>
      </div>
    </section>
  );
}
