import { useEffect, useState } from 'react';
import { readFeedAlerts, watchAlertStates, type FeedAlerts } from '@/lib/storage/alert-states.ts';

type ByFeed = ReadonlyMap<string, FeedAlerts>;

/** What became of these feeds' alerts, kept up to date; `undefined` until it was read. */
export function useFeedAlerts(feedIds: readonly string[]): ByFeed | undefined {
  const [known, setKnown] = useState<ByFeed>();
  const wanted = feedIds.join();

  useEffect(() => {
    const ids = wanted === '' ? [] : wanted.split(',');
    const changed = new Map<string, FeedAlerts>();
    let isHere = true;
    const stop = watchAlertStates((changes) => {
      for (const [id, alerts] of changes) if (alerts) changed.set(id, alerts);
      setKnown((before) => before && new Map([...before, ...changed]));
    });
    void readFeedAlerts(ids).then(({ feeds }) => {
      // What changed since is newer than what was read.
      if (isHere) setKnown((before) => new Map([...(before ?? []), ...feeds, ...changed]));
    });
    return () => {
      isHere = false;
      stop();
    };
  }, [wanted]);

  return known;
}
