import { feedName } from '@/lib/prices/feed-name.ts';
import { followedFeeds } from '@/lib/storage/catalogue.ts';
import { rowNames } from '@/lib/storage/view.ts';
import { useStored } from '../hooks/use-stored.ts';

/** Explains that the feed picked next replaces another one. */
export function ReplacementNote({ id, onCancel }: { id: string; onCancel: () => void }) {
  const known = useStored(followedFeeds);
  const names = useStored(rowNames);
  const name = names?.[id] ?? feedName(known?.[id], id).symbol;
  return (
    <div className="replacement" role="note">
      <span>
        Pick what takes the place of <b>{name}</b>: its order, groups and name stay.
      </span>
      <button type="button" className="link" onClick={onCancel}>
        Cancel
      </button>
    </div>
  );
}
