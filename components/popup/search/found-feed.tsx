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
import type { Line } from './line.ts';
import type { FoundPrices } from './use-found-prices.ts';
import type { Picking } from './use-picking.ts';
import styles from './found-feed.module.css';

interface FoundFeedProps {
  line: Line;
  feed: Feed;
  top: number;
  prices: FoundPrices;
  picking: Picking;
}

/** One search result. */
export function FoundFeed(props: FoundFeedProps) {
  const { line, feed, top, prices, picking } = props;
  const { symbol, description } = useListedName(feed);
  const price = prices.priceOf(feed.id);
  return (
    <div
      {...line}
      role="option"
      aria-selected={picking.listed.has(feed.id)}
      className={styles.option}
      style={{ transform: `translateY(${top}px)` }}
      onClick={() => picking.pick(feed)}
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
        {price && <Price price={price} />}
        {!price && prices.isLiveOnly(feed.id) && <span>{t('samples.liveOnly')}</span>}
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
function PickMark({ line, feed: { id }, picking, symbol }: FoundFeedProps & { symbol: string }) {
  const { listedAs } = picking;
  if (picking.isUnconfirmed(id)) {
    return (
      <span className={styles.confirm} title={t('naming.byServiceHint', { id: shortId(id) })}>
        {t('naming.confirmButton', { name: symbol })} <code dir="ltr">{shortId(id)}</code>
      </span>
    );
  }
  if (!picking.listed.has(id)) {
    if (!line['data-active']) return <PlusIcon />;
    return (
      <span className={styles.add}>
        {t('popup.addButton')}
        <ReturnIcon />
      </span>
    );
  }
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
