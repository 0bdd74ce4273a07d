import { t } from '@/lib/base/locale/t.ts';
import { useFeedNames } from '../shared/hooks/use-feed-names.ts';
import { Button } from '../shared/button.tsx';
import { Message } from '../shared/message.tsx';
import styles from './search-results.module.css';

/** Explains that the feed picked next replaces another one. */
export function ReplacementNote({ id, onCancel }: { id: string; onCancel: () => void }) {
  const name = useFeedNames()(id);
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
