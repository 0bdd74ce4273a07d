import { t } from '@/lib/base/locale/t.ts';
import { feedName, shortId } from '@/lib/domain/prices/feed-name.ts';
import { confirmNames, unconfirmedIds } from '@/lib/pages/watchlist/agree-to-name.ts';
import { feedNamings, followedFeeds } from '@/lib/storage/values/catalog.ts';
import { Button } from '../shared/button.tsx';
import { useStored } from '../shared/hooks/use-stored.ts';
import { Panel } from './panel.tsx';
import styles from './unconfirmed-names.module.css';

/** Feeds whose names come only from the feed list, with one button to confirm them all. */
export function UnconfirmedNames() {
  const known = useStored(followedFeeds);
  const ids = unconfirmedIds(useStored(feedNamings) ?? {});
  if (!known || ids.length === 0) return null;
  return (
    <Panel title={t('naming.allTitle')} hint={t('naming.allHint')}>
      <ul className={styles.names} aria-label={t('naming.allTitle')}>
        {ids.map((id) => (
          <li key={id}>
            <span dir="auto">{feedName(known[id], id).symbol}</span>{' '}
            <code dir="ltr" title={id}>
              {shortId(id)}
            </code>
          </li>
        ))}
      </ul>
      <Button onClick={() => void confirmNames(ids)}>{t('naming.allButton')}</Button>
    </Panel>
  );
}
