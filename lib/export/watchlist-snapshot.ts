import { browser } from 'wxt/browser';
import { isReferenceCurrent } from '../history/time-grid.ts';
import { readPastPrice } from '../history/past-price.ts';
import { readLatestPrices } from '../storage/latest-prices.ts';
import { changePercent } from '../prices/arithmetic.ts';
import { attribute } from '../prices/attributes.ts';
import { toDecimal, toDecimalString, type Decimal } from '../prices/decimal.ts';
import { feedName } from '../prices/feed-name.ts';
import { trustFingerprint } from '../signed-updates/trust-fingerprint.ts';
import { toSeconds, type UnixMilliseconds } from '../units.ts';
import { sortByChange } from '../watchlist/sort-by-change.ts';
import { sortByAssetType, sortByName } from '../watchlist/sort-feeds.ts';
import { followedFeeds } from '../storage/catalogue.ts';
import { clockSkew } from '../storage/clock.ts';
import { references } from '../storage/history.ts';
import { isProven, lastKnownPrices, underTrust, type StoredPrice } from '../storage/prices.ts';
import { signatures, trustSettings } from '../storage/settings.ts';
import { groups, listView, rowNames, type ChangePeriod, type ListView } from '../storage/view.ts';
import { watchlist } from '../storage/watchlist.ts';
import { allReady } from '../storage/preparation.ts';
import type { ListedFeed, WatchlistSnapshot } from './listed-feed.ts';

const LOCAL_ITEMS = [
  watchlist,
  groups,
  listView,
  rowNames,
  followedFeeds,
  lastKnownPrices,
  signatures,
  trustSettings,
];

/**
 * Reads the current watchlist: the feeds of the selected group in the chosen order.
 *
 * @param nowMs by the local clock; the snapshot's time is corrected
 */
export async function readWatchlist(nowMs: UnixMilliseconds): Promise<WatchlistSnapshot> {
  const [stored, pastPrices, { skewMs }] = await Promise.all([
    browser.storage.local.get<Record<string, unknown>>(LOCAL_ITEMS.map(({ key }) => key)),
    readReferences(),
    clockSkew.getValue(),
  ]);
  await allReady(LOCAL_ITEMS.map(({ key, prepare }) => prepare(stored[key])));
  const view = listView.parse(stored[listView.key]);
  const listed = watchlist.parse(stored[watchlist.key]);
  const group = groups.parse(stored[groups.key]).find(({ id }) => id === view.groupId);
  const ids = group?.feedIds.filter((id) => listed.includes(id)) ?? listed;
  const trust = await trustFingerprint(trustSettings.parse(stored[trustSettings.key]));
  const latest = await readLatestPrices(ids, trust);
  const lastKnown = lastKnownPrices.parse(stored[lastKnownPrices.key]);
  const attributes = followedFeeds.parse(stored[followedFeeds.key]);
  const names = rowNames.parse(stored[rowNames.key]);
  const requiredTrust = signatures.parse(stored[signatures.key]) === 'require' ? trust : null;
  const rows = ids.map((id): Row => {
    const saved = lastKnown[id];
    const price = latest.get(id) ?? (saved ? underTrust(saved, trust) : null);
    const { symbol, subject } = feedName(attributes[id], id);
    const change = changeOf(price, {
      text: pastPrices[view.changePeriod][id],
      period: view.changePeriod,
      nowMs,
      requiredTrust,
    });
    return {
      change,
      feed: {
        id,
        symbol,
        subject,
        ownName: names[id] ?? null,
        assetType: attribute(attributes[id], 'asset_type') ?? null,
        price,
        changePercent: change && toDecimalString(change),
      },
    };
  });
  return {
    atMs: nowMs - skewMs,
    group: group?.name ?? null,
    changePeriod: view.changePeriod,
    feeds: sorted(rows, view.sort, { attributes, names }),
  };
}

interface Row {
  feed: ListedFeed;
  change: Decimal | null;
}

async function readReferences(): Promise<Record<ChangePeriod, Record<string, string>>> {
  const [hour, day, week] = await Promise.all([
    references['1h'].getValue(),
    references['24h'].getValue(),
    references['7d'].getValue(),
  ]);
  return { '1h': hour, '24h': day, '7d': week };
}

interface Reference {
  /** The reference price as stored. */
  text: string | undefined;
  period: ChangePeriod;
  nowMs: UnixMilliseconds;
  /** Only prices verified under this trust fingerprint count, as in the list; `null` for all. */
  requiredTrust: string | null;
}

function changeOf(
  price: StoredPrice | null,
  { text, period, nowMs, requiredTrust }: Reference,
): Decimal | null {
  const past = text === undefined ? null : readPastPrice(text);
  if (!price || !past || past.gap !== undefined) return null;
  if (requiredTrust !== null && !(past.trust === requiredTrust && isProven(price))) return null;
  if (!isReferenceCurrent(period, past.time, Math.floor(toSeconds(nowMs)))) return null;
  const now = toDecimal(price.price, price.expo);
  const then = toDecimal(past.price, past.expo);
  return now && then && changePercent(now, then);
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
    name: () => sortByName(ids, subject),
    'asset-type': () => sortByAssetType(ids, subject),
    change: () => sortByChange(ids, new Map(rows.map(({ feed, change }) => [feed.id, change]))),
  }[sort]();
  return order.flatMap((id) => byId.get(id)?.feed ?? []);
}
