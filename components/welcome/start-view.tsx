import { useId } from 'react';
import { formatList } from '@/lib/base/locale/format.ts';
import { t } from '@/lib/base/locale/t.ts';
import { assetTypeLabel, feedName } from '@/lib/domain/prices/feed-name.ts';
import {
  STARTER_SETS,
  starterFeeds,
  type StarterSet,
} from '@/lib/domain/watchlist/starter-sets.ts';
import { addToWatchlist, removeFromWatchlist } from '@/lib/pages/watchlist/watchlist.ts';
import { watchlist } from '@/lib/storage/values/watchlist.ts';
import { Button } from '../shared/button.tsx';
import { Chip } from '../shared/chip.tsx';
import { useStored } from '../shared/hooks/use-stored.ts';
import { CheckIcon } from '../shared/later-icons.tsx';
import { Logo } from '../shared/logo.tsx';
import styles from './welcome.module.css';

/** Introduces the extension and its list. @param onSearch opens the list's search */
export function StartView({ onSearch }: { onSearch: () => void }) {
  const ids = useStored(watchlist);
  const id = useId();
  return (
    <>
      <Logo size={48} />
      <h1>{t('welcome.headline')}</h1>
      <p className={styles.lead}>{t('welcome.intro')}</p>
      <div className={styles.question}>
        <h2 id={id}>{t('welcome.feeds.title')}</h2>
        <Button kind="link" onClick={onSearch}>
          {t('search.label')}
        </Button>
      </div>
      <div className={styles.sets} role="group" aria-labelledby={id}>
        {ids && STARTER_SETS.map((set) => <SetChip key={set} set={set} ids={ids} />)}
      </div>
      <p className={styles.promise}>{t('welcome.promise')}</p>
    </>
  );
}

function SetChip({ set, ids }: { set: StarterSet; ids: readonly string[] }) {
  const feeds = starterFeeds(set);
  const isOn = feeds.some(({ id }) => ids.includes(id));
  const toggle = async (): Promise<void> => {
    for (const feed of feeds) {
      if (isOn) await removeFromWatchlist(feed.id);
      else await addToWatchlist(feed);
    }
  };
  const symbols = feeds.map(({ id, attributes }) => feedName(attributes, id).symbol);
  return (
    <Chip isOn={isOn} isStrong title={formatList(symbols, 'unit')} onClick={() => void toggle()}>
      {isOn && <CheckIcon />}
      {assetTypeLabel(feeds[0]?.attributes['asset_type'] ?? '')}
    </Chip>
  );
}
