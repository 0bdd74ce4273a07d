import { useCallback, useState } from 'react';
import { markFiringsSeen } from '@/lib/pages/alerts/alert-actions.ts';
import { feedOf } from '@/lib/domain/holdings/subject.ts';
import { isUnseen, type Firing } from '@/lib/domain/alerts/model/firing.ts';
import { firings } from '@/lib/storage/values/alerts.ts';
import type { FeedId } from '@/lib/base/units.ts';
import { useStored } from '../shared/hooks/use-stored.ts';

const NONE: readonly Firing[] = [];

/**
 * The firing history in two parts, both newest first. A firing that was seen in the inbox stays there until the page closes, so that nothing vanishes
 * while it is being read.
 *
 * @param feedId only this feed's firings; `null`: all
 */
export function useInbox(feedId: FeedId | null) {
  const all = useStored(firings) ?? NONE;
  const stored = feedId === null ? all : all.filter((firing) => feedOf(firing.feedId) === feedId);
  const [inboxIds, setInboxIds] = useState<ReadonlySet<string>>(new Set());
  const [dismissedIds, setDismissedIds] = useState<ReadonlySet<string>>(new Set());
  const newIds = stored.filter((one) => isUnseen(one) && !inboxIds.has(one.id)).map(({ id }) => id);
  if (newIds.length > 0) setInboxIds(new Set([...inboxIds, ...newIds]));

  const dismiss = useCallback((ids: readonly string[]) => {
    setDismissedIds((before) => new Set([...before, ...ids]));
    void markFiringsSeen(ids);
  }, []);
  const isInInbox = ({ id }: Firing): boolean => inboxIds.has(id) && !dismissedIds.has(id);
  const history = stored.toReversed();
  return {
    /** Firings that were unseen when the page opened, or came later, and were not dismissed. */
    inbox: history.filter(isInInbox),
    earlier: history.filter((firing) => !isInInbox(firing)),
    /** Marks firings as seen and moves them from the inbox to the earlier ones. */
    dismiss,
  };
}
