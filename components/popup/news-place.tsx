import { lazy, Suspense } from 'react';
import { unseenNewsSince } from '@/lib/storage/values/news.ts';
import { useStored } from '../hooks/use-stored.ts';

// Loaded only after an update, so that the watchlist paints without this code.
const NewsCard = lazy(() => import('./news-card.tsx'));

/** What is new, until the user dismisses it. */
export function NewsPlace() {
  const since = useStored(unseenNewsSince);
  return (
    since && (
      <Suspense>
        <NewsCard since={since} />
      </Suspense>
    )
  );
}
