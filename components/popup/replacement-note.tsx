import { feedName } from '@/lib/prices/feed-name.ts';
import { followedFeeds } from '@/lib/storage/catalogue.ts';
import { rowNames } from '@/lib/storage/view.ts';
import { useStored } from '../hooks/use-stored.ts';
import { Button } from '../shared/button.tsx';
import styles from './search-results.module.css';

/** Explains that the feed picked next replaces another one. */
export function ReplacementNote({ id, onCancel }: { id: string; onCancel: () => void }) {
  const known = useStored(followedFeeds);
  const names = useStored(rowNames);
  const name = names?.[id] ?? feedName(known?.[id], id).symbol;
  return (
    <div className={styles.replacement} role="note">
      <span>
        Pick what takes the place of <b>{name}</b>: its order, groups and name stay.
      </span>
      <Button kind="link" onClick={onCancel}>
        Cancel
      </Button>
    </div>
  );
}
