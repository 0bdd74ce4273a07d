import { useEffect, useState } from 'react';
import { markFiringsSeen } from '@/lib/alerts/store/alert-actions.ts';
import { isUnseen, type Firing } from '@/lib/alerts/model/firing.ts';
import { firings } from '@/lib/storage/alerts.ts';
import type { FeedId } from '@/lib/units.ts';
import { useStored } from '../hooks/use-stored.ts';

const NONE: readonly Firing[] = [];
const NO_IDS: ReadonlySet<string> = new Set();

/**
 * The firing history, newest first, and the firings in it that were unseen when the page opened or
 * that came later. The first `limit` of these count as shown, so the hook marks them as seen. They
 * stay in `fresh` until the page closes.
 *
 * @param feedId only this feed's firings; `null`: all
 * @param dismissed ids of firings to leave out of `fresh`
 */
export function useFreshFirings(
  feedId: FeedId | null,
  limit: number,
  dismissed: ReadonlySet<string> = NO_IDS,
): {
  history: readonly Firing[];
  fresh: readonly Firing[];
} {
  const all = useStored(firings) ?? NONE;
  const stored = feedId === null ? all : all.filter((firing) => firing.feedId === feedId);
  const [freshIds, setFreshIds] = useState<ReadonlySet<string>>(new Set());
  const newFirings = stored.filter((firing) => isUnseen(firing) && !freshIds.has(firing.id));
  if (newFirings.length > 0) setFreshIds(new Set([...freshIds, ...newFirings.map(({ id }) => id)]));

  const history = stored.toReversed();
  const fresh = history.filter(({ id }) => freshIds.has(id) && !dismissed.has(id));
  const unseen = fresh.slice(0, limit).filter(isUnseen);
  useMarkSeen(unseen.map(({ id }) => id).join(' '));
  return { history, fresh };
}

/** Marks firings as seen, but only while the page is visible. */
function useMarkSeen(ids: string): void {
  useEffect(() => {
    if (ids === '') return undefined;
    const mark = (): void => {
      if (document.visibilityState === 'visible') void markFiringsSeen(ids.split(' '));
    };
    mark();
    document.addEventListener('visibilitychange', mark);
    return () => document.removeEventListener('visibilitychange', mark);
  }, [ids]);
}
