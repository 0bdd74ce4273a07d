import { useId, useState } from 'react';
import { formatList } from '@/lib/base/locale/format.ts';
import { t } from '@/lib/base/locale/t.ts';
import { feedName } from '@/lib/domain/prices/feed-name.ts';
import { followedFeeds } from '@/lib/storage/values/catalog.ts';
import { watchlist } from '@/lib/storage/values/watchlist.ts';
import {
  STARTER_SETS,
  starterFeeds,
  type StarterSet,
} from '@/lib/domain/watchlist/starter-sets.ts';
import { addToWatchlist, removeFromWatchlist } from '@/lib/pages/watchlist/watchlist.ts';
import { useStored } from '../shared/hooks/use-stored.ts';
import { Chip } from '../shared/chip.tsx';
import { CloseIcon } from '../shared/icons.tsx';
import { TextField } from '../shared/text-field.tsx';
import { FoundFeeds } from './found-feeds.tsx';
import { Step } from './step.tsx';
import styles from './welcome.module.css';

/** What to watch: starter sets, a search, and the watchlist as it is. */
export function FeedsStep() {
  const ids = useStored(watchlist);
  const [query, setQuery] = useState('');
  if (!ids) return null;
  return (
    <Step title={t('welcome.feeds.title')} isDone={isChosen(ids)}>
      <div className={styles.sets} role="group" aria-label={t('welcome.feeds.setsLabel')}>
        {STARTER_SETS.map((set) => (
          <SetChip key={set} set={set} ids={ids} />
        ))}
      </div>
      <TextField
        label={t('search.label')}
        type="search"
        maxLength={200}
        value={query}
        onChange={setQuery}
      />
      {query.trim() !== '' && <FoundFeeds query={query} listed={ids} />}
      <ChosenFeeds ids={ids} />
    </Step>
  );
}

/** Whether this is no longer the watchlist that an install starts with. */
function isChosen(ids: readonly string[]): boolean {
  return ids.length > 0 && ids.join() !== watchlist.fallback.join();
}

function SetChip({ set, ids }: { set: StarterSet; ids: readonly string[] }) {
  const feeds = starterFeeds(set);
  const isOn = feeds.every(({ id }) => ids.includes(id));
  const toggle = async (): Promise<void> => {
    for (const feed of feeds) {
      if (isOn) await removeFromWatchlist(feed.id);
      else await addToWatchlist(feed);
    }
  };
  const symbols = feeds.map(({ id, attributes }) => feedName(attributes, id).symbol);
  return (
    <Chip isOn={isOn} isStrong onClick={() => void toggle()}>
      <b>{setName(set)}</b> <small>{formatList(symbols, 'unit')}</small>
    </Chip>
  );
}

function setName(set: StarterSet): string {
  return set === 'currencies' || set === 'usTech'
    ? t(`welcome.feeds.${set}`)
    : t(`feed.assetType.${set}`);
}

function ChosenFeeds({ ids }: { ids: readonly string[] }) {
  const attributes = useStored(followedFeeds) ?? {};
  const id = useId();
  return (
    <div>
      <h3 id={id} className={styles.listName}>
        {t('welcome.feeds.listLabel')}
      </h3>
      <ul className={styles.chosen} aria-labelledby={id}>
        {ids.map((feedId) => {
          const { symbol } = feedName(attributes[feedId], feedId);
          return (
            <li key={feedId}>
              <bdi>{symbol}</bdi>
              <button
                type="button"
                aria-label={t('welcome.feeds.removeButton', { name: symbol })}
                onClick={() => void removeFromWatchlist(feedId)}
              >
                <CloseIcon />
              </button>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
