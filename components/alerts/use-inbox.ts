import { useCallback, useState } from 'react';
import { markFiringsSeen } from '@/lib/pages/alerts/alert-actions.ts';
import { feedOf } from '@/lib/domain/holdings/subject.ts';
import { isUnseen, type Firing } from '@/lib/domain/alerts/model/firing.ts';
import { firings } from '@/lib/storage/values/alerts.ts';
import type { FeedId } from '@/lib/base/units.ts';
import { useStored } from '../shared/hooks/use-stored.ts';

const NONE: readonly Firing[] = [];

/**
 * The history in two parts, newest first. A firing seen in the inbox stays there until the page
 * closes, so that nothing vanishes while it is read. @param feedId `null`: all
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
    /** Unseen when the page opened, or newer, and not dismissed. */
    inbox: history.filter(isInInbox),
    earlier: history.filter((firing) => !isInInbox(firing)),
    dismiss,
  };
}
