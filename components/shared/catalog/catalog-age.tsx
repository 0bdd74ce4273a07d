import { serviceProblemWords } from '@/lib/domain/connection/service-problem-words.ts';
import { formatTimeAgo } from '@/lib/base/locale/format-ago.ts';
import { t } from '@/lib/base/locale/t.ts';
import { catalogStatus } from '@/lib/storage/values/catalog.ts';
import type { UnixMilliseconds } from '@/lib/base/units.ts';
import { Button } from '../button.tsx';
import { useClock } from '../hooks/clock.ts';
import { useInquiry } from '../hooks/use-inquiry.ts';
import { useStored } from '../hooks/use-stored.ts';
import styles from './catalog.module.css';

/** The catalog's age, the last refresh's error, and a refresh button. */
export function CatalogAge() {
  const status = useStored(catalogStatus);
  const { inquiry, ask } = useInquiry<{ kind: 'refresh-feed-list' }>();
  const age = useClock((nowMs) => ageOf(status?.fetchedAt ?? 0, nowMs));
  if (!status) return null;
  const isRefreshing = inquiry.state === 'asking';
  return (
    <div className={styles.age}>
      <span>
        {!isRefreshing && age}
        {/* Only the refresh is announced: the age changes all the time. */}
        <span role="status" aria-label={t('feedList.title')} className={styles.news}>
          {isRefreshing && t('options.loading')}
          {!isRefreshing &&
            status.error &&
            ` · ${t('feedList.refresh.failed')} ${serviceProblemWords(status.error)}`}
        </span>
      </span>
      <Button
        kind="link"
        isDisabled={isRefreshing}
        onClick={() => void ask({ kind: 'refresh-feed-list' })}
      >
        {t('common.refreshButton')}
      </Button>
    </div>
  );
}

function ageOf(fetchedAt: UnixMilliseconds, nowMs: UnixMilliseconds): string {
  if (fetchedAt === 0) return t('feedList.age.never');
  return t('footer.updated', { time: formatTimeAgo(nowMs - fetchedAt) });
}
