import { useEffect, useState } from 'react';
import type { FeedAlerts } from '@/lib/domain/alerts/model/feed-alerts.ts';
import { readFeedAlerts, watchAlertStates } from '@/lib/storage/values/alert-states.ts';
import type { FeedId } from '@/lib/base/units.ts';

type ByFeed = ReadonlyMap<FeedId, FeedAlerts>;

/** `undefined` until the first read. */
export function useFeedAlerts(feedIds: readonly FeedId[]): ByFeed | undefined {
  const [known, setKnown] = useState<ByFeed>();
  const idList = feedIds.join();

  useEffect(() => {
    const ids = idList === '' ? [] : idList.split(',');
    const changed = new Map<FeedId, FeedAlerts>();
    let isMounted = true;
    const stop = watchAlertStates((changes) => {
      for (const [id, alerts] of changes) if (alerts) changed.set(id, alerts);
      setKnown((before) => before && new Map([...before, ...changed]));
    });
    void readFeedAlerts(ids).then(({ feeds }) => {
      // Changes since the start of the read are newer than its result.
      if (isMounted) setKnown((before) => new Map([...(before ?? []), ...feeds, ...changed]));
    });
    return () => {
      isMounted = false;
      stop();
    };
  }, [idList]);

  return known;
}
