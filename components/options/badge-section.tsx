import { feedName } from '@/lib/prices/feed-name.ts';
import { followedFeeds } from '@/lib/storage/catalogue.ts';
import { staleLimitSeconds } from '@/lib/storage/settings.ts';
import { badgeFeedId, effectiveBadgeFeed, watchlist } from '@/lib/storage/watchlist.ts';
import { useStored } from '../hooks/use-stored.ts';
import { Panel } from './panel.tsx';
import { SelectField } from './select-field.tsx';

/** Which feed the badge shows, and when a price counts as stale. */
export function BadgeSection() {
  return (
    <>
      <Panel
        title="Badge"
        hint="The price on the toolbar button, in at most four characters. Its tooltip lists the watchlist."
      >
        <BadgeFeedField />
      </Panel>
      <Panel
        title="Stale prices"
        hint="Where the service’s price is older than this while its market is open, it is marked and the badge turns grey."
      >
        <StaleLimitField />
      </Panel>
    </>
  );
}

const FIRST = 'first';

function BadgeFeedField() {
  const ids = useStored(watchlist);
  const feeds = useStored(followedFeeds);
  const chosen = useStored(badgeFeedId);
  if (!ids || !feeds || chosen === undefined) return null;
  if (ids.length === 0) {
    return <p>The watchlist is empty. Add a feed in the popup, and it can be shown here.</p>;
  }

  const nameOf = (id: string) => feedName(feeds[id], id);
  const [first = ''] = ids;
  const options = ids.map((id) => {
    const { symbol, description } = nameOf(id);
    return { value: id, label: description ? `${symbol} – ${description}` : symbol };
  });
  return (
    <SelectField
      label="Badge feed"
      value={chosen !== null && effectiveBadgeFeed(chosen, ids) === chosen ? chosen : FIRST}
      options={[
        { value: FIRST, label: `First of the watchlist (now ${nameOf(first).symbol})` },
        ...options,
      ]}
      onChange={(value) => void badgeFeedId.setValue(value === FIRST ? null : value)}
    />
  );
}

const LIMITS: readonly (readonly [seconds: number, label: string])[] = [
  [10, '10 seconds'],
  [30, '30 seconds'],
  [60, '1 minute'],
  [120, '2 minutes'],
  [300, '5 minutes'],
  [900, '15 minutes'],
  [3_600, '1 hour'],
  [86_400, '1 day'],
];

function StaleLimitField() {
  const limit = useStored(staleLimitSeconds);
  if (limit === undefined) return null;
  const limits = LIMITS.some(([seconds]) => seconds === limit)
    ? LIMITS
    : [...LIMITS, [limit, `${limit} seconds`] as const].toSorted(([a], [b]) => a - b);
  return (
    <SelectField
      label="Stale after"
      value={String(limit)}
      options={limits.map(([seconds, label]) => ({ value: String(seconds), label }))}
      onChange={(value) => void staleLimitSeconds.setValue(Number(value))}
    />
  );
}
