import { goTo } from '../shared/route.ts';
import { AlertsBody } from './alerts-body.tsx';
import { AlertsSwitch } from './alerts-switch.tsx';
import { useNamedFeed } from './use-named-feed.ts';
import { ViewHeader } from './view-header.tsx';

/** All alerts with their states, or only those of one feed. */
export default function AlertList({ feedId = null }: { feedId?: string | null }) {
  return (
    <div className="view">
      {feedId === null ? (
        <ViewHeader title="Alerts">
          <AlertsSwitch />
        </ViewHeader>
      ) : (
        <FeedHeader feedId={feedId} />
      )}
      <main className="alerts-view">
        <AlertsBody feedId={feedId} onOpen={goTo} />
      </main>
    </div>
  );
}

function FeedHeader({ feedId }: { feedId: string }) {
  const { name } = useNamedFeed(feedId);
  return (
    <ViewHeader title={`Alerts on ${name}`}>
      <button type="button" className="alert-link" onClick={() => goTo({ view: 'alerts' })}>
        All alerts
      </button>
    </ViewHeader>
  );
}
