import { serviceProblemWords } from '@/lib/connection/service-problem-words.ts';
import { formatAge } from '@/lib/prices/age.ts';
import { catalogueStatus } from '@/lib/storage/catalogue.ts';
import type { UnixMilliseconds } from '@/lib/units.ts';
import { Button } from '../button.tsx';
import { useClock } from '../../hooks/clock.ts';
import { useInquiry } from '../../hooks/use-inquiry.ts';
import { useStored } from '../../hooks/use-stored.ts';
import styles from './catalogue.module.css';

/** The catalog's age, why the last refresh failed, and a button to refresh it. */
export function CatalogueAge() {
  const status = useStored(catalogueStatus);
  const { inquiry, ask } = useInquiry<{ kind: 'refresh-feed-list' }>();
  const age = useClock((nowMs) => ageOf(status?.fetchedAt ?? 0, nowMs));
  if (!status) return null;
  const isRefreshing = inquiry.state === 'asking';
  return (
    <div className={styles.age}>
      <span>
        {!isRefreshing && age}
        {/* Only the refresh is announced: the age changes all the time. */}
        <span role="status" aria-label="List of feeds" className={styles.news}>
          {isRefreshing && 'Refreshing the list…'}
          {!isRefreshing &&
            status.error &&
            ` · not refreshed: ${serviceProblemWords(status.error)}`}
        </span>
      </span>
      <Button
        kind="link"
        isDisabled={isRefreshing}
        onClick={() => void ask({ kind: 'refresh-feed-list' })}
      >
        Refresh list
      </Button>
    </div>
  );
}

function ageOf(fetchedAt: UnixMilliseconds, nowMs: UnixMilliseconds): string {
  if (fetchedAt === 0) return 'The list was never fetched';
  const ms = Math.max(0, nowMs - fetchedAt);
  return ms < 60_000 ? 'List from just now' : `List from ${formatAge(ms)} ago`;
}
