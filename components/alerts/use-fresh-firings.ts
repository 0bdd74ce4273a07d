import { useEffect, useState } from 'react';
import { markFiringsSeen } from '@/lib/alerts/store/alert-actions.ts';
import type { Firing } from '@/lib/alerts/firing.ts';
import { firings } from '@/lib/storage/alerts.ts';
import { useStored } from '../hooks/use-stored.ts';

const NONE: readonly Firing[] = [];
const NO_IDS: ReadonlySet<string> = new Set();

/**
 * The history, newest first, and of it what was not seen before this page showed it. Shown is seen:
 * the first `limit` of these are marked, and stay fresh for as long as the page stays.
 *
 * @param feedId only this feed's; `null`: all
 * @param dismissed by id: not fresh any more
 */
export function useFreshFirings(
  feedId: string | null,
  limit: number,
  dismissed: ReadonlySet<string> = NO_IDS,
): {
  history: readonly Firing[];
  fresh: readonly Firing[];
} {
  const all = useStored(firings) ?? NONE;
  const stored = feedId === null ? all : all.filter((firing) => firing.feedId === feedId);
  const [freshIds, setFreshIds] = useState<ReadonlySet<string>>(new Set());
  const news = stored.filter((firing) => isNews(firing) && !freshIds.has(firing.id));
  if (news.length > 0) setFreshIds(new Set([...freshIds, ...news.map(({ id }) => id)]));

  const history = stored.toReversed();
  const fresh = history.filter(({ id }) => freshIds.has(id) && !dismissed.has(id));
  const unseen = fresh.slice(0, limit).filter(isNews);
  useMarkSeen(unseen.map(({ id }) => id).join(' '));
  return { history, fresh };
}

/** What happened while nobody looked raises no mark: it stands in the history alone. */
export function isNews({ seenAt, missed }: Firing): boolean {
  return seenAt === null && !missed;
}

/** A page in a tab behind others shows nothing to anybody. */
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
