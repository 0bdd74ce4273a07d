import { t } from '@/lib/locale/t.ts';
import { feedName } from '@/lib/prices/feed-name.ts';
import { followedFeeds } from '@/lib/storage/catalogue.ts';
import { rowNames } from '@/lib/storage/view.ts';
import { useStored } from '../hooks/use-stored.ts';
import { Button } from '../shared/button.tsx';
import { Message } from '../shared/message.tsx';
import styles from './search-results.module.css';

/** Explains that the feed picked next replaces another one. */
export function ReplacementNote({ id, onCancel }: { id: string; onCancel: () => void }) {
  const known = useStored(followedFeeds);
  const names = useStored(rowNames);
  const name = names?.[id] ?? feedName(known?.[id], id).symbol;
  return (
    <div className={styles.replacement} role="note">
      <span>
        <Message of="search.replacing" values={{ name: <b>{name}</b> }} />
      </span>
      <Button kind="link" onClick={onCancel}>
        {t('common.cancelButton')}
      </Button>
    </div>
  );
}
