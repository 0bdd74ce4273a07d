import { lateNotice } from '@/lib/domain/alerts/text/late-notice.ts';
import { lateFeeds } from '@/lib/storage/values/late-feeds.ts';
import { useFeedNames } from '../shared/hooks/use-feed-names.ts';
import { useStored } from '../shared/hooks/use-stored.ts';

/** Why alerts are silent because of late prices; otherwise renders nothing. */
export default function LateAlerts({ className }: { className?: string | undefined }) {
  const text = lateNotice(useStored(lateFeeds) ?? [], useFeedNames());
  if (text === null) return null;
  return (
    <span className={className} title={text}>
      {text}
    </span>
  );
}
