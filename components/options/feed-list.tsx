import { useMemo, useRef, useState } from 'react';
import { t } from '@/lib/base/locale/t.ts';
import { attribute } from '@/lib/domain/prices/attributes.ts';
import { assetTypeLabel } from '@/lib/domain/prices/feed-name.ts';
import type { Feed } from '@/lib/domain/watchlist/catalog.ts';
import { groups } from '@/lib/storage/values/view.ts';
import { watchlist } from '@/lib/storage/values/watchlist.ts';
import type { FeedId } from '@/lib/base/units.ts';
import { addToList } from '@/lib/pages/watchlist/watchlist.ts';
import { AttributeTerms } from '../shared/attribute-terms.tsx';
import { useListedName } from '../shared/catalog/use-listed-name.ts';
import { useVirtualFeeds } from '../shared/catalog/use-virtual-feeds.ts';
import { Button } from '../shared/button.tsx';
import controlStyles from '../shared/control.module.css';
import { CheckIcon } from '../shared/later-icons.tsx';
import { useStored } from '../shared/hooks/use-stored.ts';
import styles from './feed-list.module.css';

const ROW_HEIGHT = 52;

interface FeedListProps {
  label: string;
  feeds: readonly Feed[];
  /** The group to add feeds to; `null`: the watchlist only. */
  groupId: string | null;
}

export function FeedList({ label, feeds, groupId }: FeedListProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const [openId, setOpenId] = useState<string | null>(null);
  const [isFull, setFull] = useState(false);
  const listed = useListed(groupId);
  const rows = useVirtualFeeds({
    count: feeds.length,
    scroller,
    rowHeight: ROW_HEIGHT,
    keptIndex: feeds.findIndex(({ id }) => id === openId),
  });
  const add = async (feed: Feed): Promise<void> => {
    setFull((await addToList(feed, groupId)) === 'full');
  };

  return (
    <>
      <p role="alert" className={isFull ? controlStyles.problem : undefined}>
        {isFull && t('feedList.feed.full')}
      </p>
      <div className={styles.list} ref={scroller} tabIndex={0} role="group" aria-label={label}>
        <ul aria-label={label} style={{ height: rows.getTotalSize() }}>
          {rows.getVirtualItems().map(({ index, start }) => {
            const feed = feeds[index];
            if (!feed) return null;
            return (
              <li
                key={feed.id}
                ref={rows.measureElement}
                data-index={index}
                aria-posinset={index + 1}
                aria-setsize={feeds.length}
                style={{ transform: `translateY(${start}px)` }}
              >
                <FeedRow
                  feed={feed}
                  isListed={listed.has(feed.id)}
                  isOpen={feed.id === openId}
                  onOpen={(isOpen) => setOpenId(isOpen ? feed.id : null)}
                  onAdd={() => void add(feed)}
                />
              </li>
            );
          })}
        </ul>
      </div>
    </>
  );
}

function useListed(groupId: string | null): ReadonlySet<FeedId> {
  const followed = useStored(watchlist);
  const list = useStored(groups);
  return useMemo(() => {
    const group = list?.find(({ id }) => id === groupId);
    return new Set(group ? group.feedIds : followed);
  }, [followed, list, groupId]);
}

interface FeedRowProps {
  feed: Feed;
  isListed: boolean;
  isOpen: boolean;
  onOpen: (isOpen: boolean) => void;
  onAdd: () => void;
}

function FeedRow({ feed, isListed, isOpen, onOpen, onAdd }: FeedRowProps) {
  const { symbol, description, label } = useListedName(feed);
  return (
    <>
      <div className={styles.feed}>
        <button
          type="button"
          className={styles.name}
          aria-expanded={isOpen}
          title={t('feedList.feed.detailsTitle', { symbol })}
          onClick={() => onOpen(!isOpen)}
        >
          <b dir="auto">{symbol}</b>
          <span className={styles.description} dir="auto">
            {description}
          </span>
        </button>
        <span className={styles.type}>
          {assetTypeLabel(attribute(feed.attributes, 'asset_type'))}
        </span>
        {/* One button for both states: removing the pressed button would lose the focus. */}
        <Button
          className={styles.add}
          aria-label={t(isListed ? 'feedList.feed.addedLabel' : 'feedList.feed.addLabel', {
            symbol: label,
          })}
          isDisabled={isListed}
          onClick={onAdd}
        >
          {isListed && <CheckIcon />}
          {t(isListed ? 'feedList.feed.added' : 'popup.addButton')}
        </Button>
      </div>
      {isOpen && (
        <div className={styles.attributes}>
          <AttributeTerms {...feed} />
        </div>
      )}
    </>
  );
}
