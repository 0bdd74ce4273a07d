import { watchlist } from '@/lib/storage/values/watchlist.ts';
import FeedDetail from '../detail/feed-detail.tsx';
import { useShownFeeds } from './use-shown-feeds.ts';
import { useShownGroup } from '../shared/hooks/use-shown-group.ts';
import { useStored } from '../shared/hooks/use-stored.ts';
import viewStyles from '../shared/view.module.css';

/** Beside a list where no feed was selected: its first one. Nothing if there is none. */
export default function FirstFeed() {
  const ids = useStored(watchlist);
  const shown = useShownFeeds(useShownGroup())?.byHand;
  const id = shown?.[0] ?? ids?.[0];
  if (id === undefined) return <main className={viewStyles.view} />;
  return <FeedDetail key={id} id={id} />;
}
