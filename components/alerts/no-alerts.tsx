import { watchlist } from '@/lib/storage/watchlist.ts';
import { BellIcon } from '../icons.tsx';
import { useStored } from '../use-stored.ts';
import type { OpenAlert } from './alert-target.ts';
import { useNamedFeed } from './use-named-feed.ts';

/** Where there is no alert: what one is good for, and the way to the first. */
export function NoAlerts({ feedId, onOpen }: { feedId: string | null; onOpen: OpenAlert }) {
  const first = useStored(watchlist)?.[0];
  const target = feedId ?? first;
  return (
    <div className="no-alerts">
      <BellIcon />
      <h2>No alerts yet</h2>
      <p>
        An alert tells you when a price crosses a level, moves by so much, or is no longer fresh.
        The bell in a row of the watchlist makes one on that feed.
      </p>
      {target !== undefined && <FirstAlert feedId={target} onOpen={onOpen} />}
    </div>
  );
}

function FirstAlert({ feedId, onOpen }: { feedId: string; onOpen: OpenAlert }) {
  const { name } = useNamedFeed(feedId);
  return (
    <button
      type="button"
      className="primary"
      onClick={() => onOpen({ view: 'new-alert', id: feedId, level: null })}
    >
      New alert on {name}
    </button>
  );
}
