import { createRoot } from 'react-dom/client';
import { flushSync } from 'react-dom';
import type { ListedFeed, WatchlistSnapshot } from '@/lib/pages/export/listed-feed.ts';
import { currencyLabel } from '@/lib/domain/currency/currencies.ts';
import { t } from '@/lib/base/locale/t.ts';
import { ageMs, formatAge } from '@/lib/domain/prices/age.ts';
import { directionOf } from '@/lib/domain/prices/arithmetic.ts';
import { parseDecimal, toDecimal } from '@/lib/domain/prices/decimal.ts';
import { formatConfidence, formatPercent, formatPrice } from '@/lib/domain/prices/format-price.ts';
import type { UnixMilliseconds } from '@/lib/base/units.ts';
import { ARROWS } from '../shared/arrows.ts';
import { AfterHoursMark, ClosedMark, ProofMark, StaleMark } from '../shared/marks.tsx';
import type { BuiltPicture } from './picture-source.ts';
import styles from './watchlist-picture.module.css';

const WIDTH = 420;

/** Builds a picture of the whole watchlist, regardless of its length. */
export function buildWatchlistPicture(snapshot: WatchlistSnapshot): BuiltPicture {
  const content = document.createElement('div');
  const root = createRoot(content);
  flushSync(() => root.render(<WatchlistPicture snapshot={snapshot} />));
  const feedIds = snapshot.feeds.flatMap(({ price, parts }) =>
    price ? parts.map(({ id }) => id) : [],
  );
  return { content, width: WIDTH, feedIds, dispose: () => root.unmount() };
}

function WatchlistPicture({ snapshot }: { snapshot: WatchlistSnapshot }) {
  const { group, feeds, changePeriod, atMs } = snapshot;
  const hasChanges = feeds.some(({ changePercent }) => changePercent !== null);
  return (
    <div>
      <div className={styles.title}>
        <b>{group ?? t('picture.watchlist')}</b>
        {hasChanges && <span>{t(`picture.change.${changePeriod}`)}</span>}
      </div>
      {feeds.map((feed) => (
        <Row key={feed.id} feed={feed} atMs={atMs} />
      ))}
    </div>
  );
}

function Row({ feed, atMs }: { feed: ListedFeed; atMs: UnixMilliseconds }) {
  const { symbol, ownName, subject, price, changePercent } = feed;
  return (
    <div className={styles.row}>
      <div className={styles.name}>
        <b dir="auto">{ownName ?? symbol}</b>
        <span dir="auto">{ownName === null ? subject : symbol}</span>
      </div>
      <Price feed={feed} />
      <div className={styles.change}>
        <Change percent={changePercent} />
        <span>{price && formatAge(ageMs(price.publishTime, atMs))}</span>
      </div>
    </div>
  );
}

function Price({ feed: { price, convertedTo, parts } }: { feed: ListedFeed }) {
  const exactPrice = price && toDecimal(price.price, price.expo);
  if (!price || !exactPrice) return <div className={styles.price}>–</div>;
  const confidence = toDecimal(price.conf, price.expo);
  const { certain, uncertain } = formatPrice(exactPrice, { confidence, digits: 'row' });
  return (
    <div className={styles.price}>
      <b dir="ltr">
        {certain}
        {uncertain && <i>{uncertain}</i>}
      </b>
      <span>
        {convertedTo !== null && <bdi dir="ltr">{currencyLabel(convertedTo)}</bdi>}
        {confidence && <bdi dir="ltr">{formatConfidence(confidence)}</bdi>}
        {parts.some(({ condition }) => condition === 'closed') && <ClosedMark opensAt={null} />}
        {parts.some(({ condition }) => condition === 'after-hours') && <AfterHoursMark />}
        {parts.some(({ condition }) => condition === 'stale') && <StaleMark />}
        {price.proof && <ProofMark proof={price.proof} />}
      </span>
    </div>
  );
}

function Change({ percent }: { percent: string | null }) {
  const change = percent === null ? null : parseDecimal(percent);
  if (!change) return <b>–</b>;
  const way = directionOf(change);
  return (
    <b data-way={way}>
      {ARROWS[way]} <bdi dir="ltr">{formatPercent(change)}</bdi>
    </b>
  );
}
