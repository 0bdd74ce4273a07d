import { lazy, Suspense } from 'react';
import { t } from '@/lib/base/locale/t.ts';
import { holdings } from '@/lib/storage/values/holdings.ts';
import type { Group } from '@/lib/domain/watchlist/view.ts';
import { watchlist } from '@/lib/storage/values/watchlist.ts';
import { useAfterPaint } from '../hooks/after-paint.ts';
import { useStored } from '../hooks/use-stored.ts';
import styles from './holdings-place.module.css';

// Loaded only if the tab has a holding, after the first paint.
const TotalLine = lazy(() => import('../holdings/total-line.tsx'));

/** What the holdings of the selected tab are worth. Its place is there from the first paint. */
export function HoldingsPlace({ group }: { group: Group | null }) {
  const held = useStored(holdings);
  const listed = useStored(watchlist);
  const isPainted = useAfterPaint();
  const ids = group?.feedIds ?? listed;
  if (!held || !ids?.some((id) => Object.hasOwn(held, id))) return null;
  return (
    <section className={styles.place} aria-label={t('holdings.title')}>
      <Suspense>{isPainted && <TotalLine group={group} />}</Suspense>
    </section>
  );
}
