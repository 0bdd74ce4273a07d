import { browser } from 'wxt/browser';
import { changeOrigin } from '../../domain/history/change.ts';
import { readLatestPrices } from '../../storage/values/latest-prices.ts';
import { changePercent } from '../../domain/prices/arithmetic.ts';
import { attribute } from '../../domain/prices/attributes.ts';
import { toDecimal, toDecimalString, type Decimal } from '../../domain/prices/decimal.ts';
import { feedName } from '../../domain/prices/feed-name.ts';
import { trustFingerprint } from '../../domain/signed-updates/trust/trust-fingerprint.ts';
import { toSeconds, type FeedId, type UnixMilliseconds } from '../../base/units.ts';
import { sortByFigure } from '../../domain/watchlist/sort-by-figure.ts';
import { sortByAssetType, sortByName } from '../../domain/watchlist/sort-feeds.ts';
import { followedFeeds } from '../../storage/values/catalog.ts';
import { clockSkew } from '../../storage/values/clock.ts';
import { currencyFeedIds, currencyFeeds, displayCurrency } from '../../storage/values/currency.ts';
import { references } from '../../storage/values/history.ts';
import { lastAskedAt, lastKnownPrices } from '../../storage/values/prices.ts';
import { isProven, underTrust, type StoredPrice } from '../../domain/prices/stored-price.ts';
import { areSamplesShown } from '../../storage/values/samples.ts';
import { signatures, staleLimitSeconds, trustSettings } from '../../storage/values/settings.ts';
import { groups, listView, rowNames } from '../../storage/values/view.ts';
import type { ListView } from '../../domain/watchlist/view.ts';
import { watchlist } from '../../storage/values/watchlist.ts';
import type { ReadableItem } from '../../storage/stored.ts';
import type { ListedFeed, WatchlistSnapshot } from './listed-feed.ts';
import { exportedPrice, type PriceSource } from './price-parts.ts';

const LOCAL_ITEMS = [
  watchlist,
  groups,
  listView,
  rowNames,
  followedFeeds,
  lastKnownPrices,
  areSamplesShown,
  signatures,
  trustSettings,
  displayCurrency,
  currencyFeeds,
  staleLimitSeconds,
];

/**
 * Reads the selected group in the chosen order and currency.
 * @param nowMs by the local clock; the snapshot's time is corrected
 */
export async function readWatchlist(
  nowMs: UnixMilliseconds,
  only?: FeedId,
): Promise<WatchlistSnapshot> {
  const [valueOf, { skewMs }] = await Promise.all([readLocal(), clockSkew.getValue()]);
  const view = valueOf(listView);
  const listed = valueOf(watchlist);
  const group = valueOf(groups).find(({ id }) => id === view.groupId) ?? null;
  const members = group?.feedIds.filter((id) => listed.includes(id)) ?? listed;
  const ids = only === undefined ? members : [only];
  const trust = await trustFingerprint(valueOf(trustSettings));
  const source = await readPrices(valueOf, { ids, trust, nowMs, skewMs });
  const attributes = source.attributes;
  const names = valueOf(rowNames);
  // Sample prices are not signed.
  const isRequired = valueOf(signatures) === 'require' && !valueOf(areSamplesShown);
  const rows = ids.map((id): Row => {
    const { pastPrice, ...shown } = exportedPrice(source, id);
    const { symbol, subject } = feedName(attributes[id], id);
    const change = changeOf(shown.price, {
      text: pastPrice,
      period: view.changePeriod,
      nowSeconds: Math.floor(toSeconds(nowMs)),
      attributes: attributes[id],
      requiredTrust: isRequired ? trust : null,
    });
    return {
      change: change?.percent ?? null,
      feed: {
        id,
        symbol,
        subject,
        ownName: names[id] ?? null,
        assetType: attribute(attributes[id], 'asset_type') ?? null,
        ...shown,
        changePercent: change && toDecimalString(change.percent),
        changeFrom: change?.from ?? null,
      },
    };
  });
  return {
    atMs: nowMs - skewMs,
    group: group?.name ?? null,
    changePeriod: view.changePeriod,
    currency: source.currency,
    feeds: sorted(rows, view.sort, { attributes, names }),
  };
}

interface Row {
  feed: ListedFeed;
  change: Decimal | null;
}

type ValueOf = <T>(item: ReadableItem<T>) => T;

/** Reads all values in one step, so that they are consistent. */
async function readLocal(): Promise<ValueOf> {
  const stored = await browser.storage.local.get<Record<string, unknown>>(
    LOCAL_ITEMS.map(({ key }) => key),
  );
  return ({ key, parse }) => parse(stored[key]);
}

interface PriceOptions extends Pick<PriceSource, 'nowMs' | 'skewMs'> {
  ids: readonly FeedId[];
  trust: string;
}

async function readPrices(
  valueOf: ValueOf,
  { ids, trust, nowMs, skewMs }: PriceOptions,
): Promise<PriceSource> {
  const feeds = valueOf(currencyFeeds);
  const lastKnown = valueOf(lastKnownPrices);
  const [latest, pastPrices, askedAt] = await Promise.all([
    readLatestPrices([...ids, ...currencyFeedIds(feeds)], trust),
    references[valueOf(listView).changePeriod].getValue(),
    lastAskedAt.getValue(),
  ]);
  return {
    currency: valueOf(displayCurrency),
    currencyFeeds: feeds,
    attributes: valueOf(followedFeeds),
    priceOf: (id) => {
      const saved = lastKnown[id];
      return latest.get(id) ?? (saved ? underTrust(saved, trust) : null);
    },
    pastPrices,
    // 0: no request in this session, so an old price is not stale.
    lastAskedAtMs: askedAt || null,
    nowMs,
    skewMs,
    staleLimitSeconds: valueOf(staleLimitSeconds),
  };
}

function changeOf(
  price: StoredPrice | null,
  reference: Parameters<typeof changeOrigin>[0],
): { percent: Decimal; from: ListedFeed['changeFrom'] } | null {
  const origin = changeOrigin(reference);
  const now = price && toDecimal(price.price, price.expo);
  if (!now || origin.none !== undefined) return null;
  if (reference.requiredTrust !== null && !isProven(price)) return null;
  const percent = changePercent(now, origin.from);
  return percent && { percent, from: { price: origin.from, time: origin.time } };
}

function sorted(
  rows: readonly Row[],
  sort: ListView['sort'],
  subject: Parameters<typeof sortByName>[1],
): ListedFeed[] {
  const byId = new Map(rows.map((row) => [row.feed.id, row]));
  const ids = [...byId.keys()];
  const order = {
    hand: () => ids,
    // An order by value would reveal what the user owns.
    value: () => ids,
    gain: () => ids,
    name: () => sortByName(ids, subject),
    'asset-type': () => sortByAssetType(ids, subject),
    change: () => sortByFigure(ids, new Map(rows.map(({ feed, change }) => [feed.id, change]))),
  }[sort]();
  return order.flatMap((id) => byId.get(id)?.feed ?? []);
}
