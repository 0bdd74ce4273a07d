import { t } from '@/lib/base/locale/t.ts';
import { attribute } from '@/lib/domain/prices/attributes.ts';
import { toDecimal, toDecimalString } from '@/lib/domain/prices/decimal.ts';
import { assetTypeLabel, feedName, shortId } from '@/lib/domain/prices/feed-name.ts';
import { formatPrice } from '@/lib/domain/prices/format-price.ts';
import type { StoredPrice } from '@/lib/domain/prices/stored-price.ts';
import type { Feed } from '@/lib/domain/watchlist/catalog.ts';
import { useCatalogIndex } from '../../shared/catalog/use-catalog-index.ts';
import { PlusIcon } from '../../shared/icons.tsx';
import { CheckIcon, ReturnIcon } from '../../shared/later-icons.tsx';
import styles from './found-feed.module.css';

interface FoundFeedProps {
  id: string;
  feed: Feed;
  price: StoredPrice | undefined;
  /** Whether prices are samples and the feed has none. */
  isLiveOnly: boolean;
  /** Position among all results, counted from 1. The document contains only the visible ones. */
  place: number;
  count: number;
  top: number;
  isActive: boolean;
  isListed: boolean;
  /** Whether only the feed list gave it this name; then picking it confirms the name. */
  isUnconfirmed: boolean;
  listedAs: string;
  onPick: (feed: Feed) => void;
}

/** One search result. The search field handles the keys, so a press must not move the focus. */
export function FoundFeed(props: FoundFeedProps) {
  const { id, feed, price, isLiveOnly, place, count, top, isActive, isListed, onPick } = props;
  const { symbol, description } = useListedName(feed);
  return (
    <div
      id={id}
      role="option"
      aria-selected={isListed}
      aria-posinset={place}
      aria-setsize={count}
      data-active={isActive || undefined}
      className={styles.option}
      style={{ transform: `translateY(${top}px)` }}
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => onPick(feed)}
    >
      <div className={styles.name}>
        <b title={symbol} dir="auto">
          {symbol}
        </b>
        <span title={description} dir="auto">
          {description}
        </span>
      </div>
      <div className={styles.facts}>
        {price ? <Price price={price} /> : isLiveOnly && <span>{t('samples.liveOnly')}</span>}
        <small data-part="asset-type">
          {assetTypeLabel(attribute(feed.attributes, 'asset_type'))}
        </small>
      </div>
      <PickMark {...props} symbol={symbol} />
    </div>
  );
}

/** The feed's name; one that could deceive has the start of the id in its description. */
function useListedName({ id, attributes }: Feed) {
  const isDoubtful = useCatalogIndex()?.doubtful.has(id) ?? false;
  const { symbol, description } = feedName(attributes, id);
  const parts = isDoubtful ? [shortId(id), description] : [description];
  return { symbol, description: parts.filter(Boolean).join(' · ') };
}

/** What picking the result does, or that it is listed already. */
function PickMark({
  feed,
  isActive,
  isListed,
  isUnconfirmed,
  listedAs,
  symbol,
}: FoundFeedProps & { symbol: string }) {
  if (isUnconfirmed) {
    return (
      <span className={styles.confirm} title={t('naming.byServiceHint', { id: shortId(feed.id) })}>
        {t('naming.confirmButton', { name: symbol })} <code dir="ltr">{shortId(feed.id)}</code>
      </span>
    );
  }
  if (!isListed && isActive) {
    return (
      <span className={styles.add}>
        {t('popup.addButton')}
        <ReturnIcon />
      </span>
    );
  }
  if (!isListed) return <PlusIcon />;
  return (
    <span className={styles.listed} title={listedAs}>
      <CheckIcon />
      <span className="visually-hidden">{listedAs}</span>
    </span>
  );
}

function Price({ price: { price, conf, expo } }: { price: StoredPrice }) {
  const exact = toDecimal(price, expo);
  if (!exact) return null;
  const { certain, uncertain } = formatPrice(exact, {
    confidence: toDecimal(conf, expo),
    digits: 'row',
  });
  return (
    <data data-part="price" value={toDecimalString(exact)} dir="ltr">
      {certain}
      {uncertain && <i>{uncertain}</i>}
    </data>
  );
}
