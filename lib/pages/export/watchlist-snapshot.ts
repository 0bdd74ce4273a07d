import type { Condition } from '../../domain/prices/condition.ts';
import type { ChangePeriod } from '../../domain/history/periods.ts';
import type { ChangeSpan } from '../../domain/market/change.ts';
import { conditionIn } from '../../domain/market/facts.ts';
import { leaving, settingsOf, trueMs, type Market } from '../../domain/market/market.ts';
import { shownChange, shownPrice } from '../../domain/market/shown.ts';
import { withRates } from '../../domain/market/worth.ts';
import { readLatestPrices } from '../../storage/values/latest-prices.ts';
import { changePercent } from '../../domain/prices/arithmetic.ts';
import { attribute } from '../../domain/prices/attributes.ts';
import { toDecimal, toDecimalString, type Decimal } from '../../domain/prices/decimal.ts';
import { feedName, feedSymbol } from '../../domain/prices/feed-name.ts';
import type { FeedId, UnixMilliseconds, UnixSeconds } from '../../base/units.ts';
import { trustFingerprint } from '../../domain/signed-updates/trust/trust-fingerprint.ts';
import { MARKET_ITEMS } from '../../storage/market-items.ts';
import { trustSettings } from '../../storage/values/settings.ts';
import { sortByFigure } from '../../domain/watchlist/sort-by-figure.ts';
import { sectionsOf, sortByName } from '../../domain/watchlist/sort-feeds.ts';
import { clockSkew } from '../../storage/values/clock.ts';
import { references } from '../../storage/values/history.ts';
import { lastAskedAt, lastKnownPrices } from '../../storage/values/prices.ts';
import { underTrust, type StoredPrice } from '../../domain/prices/stored-price.ts';
import { groups, listView, rowNames } from '../../storage/values/view.ts';
import type { Group, ListView } from '../../domain/watchlist/view.ts';
import { readAll, type ValuesOf } from '../../storage/read-all.ts';
import { watchlist } from '../../storage/values/watchlist.ts';

/** A price from which an exported price is calculated, as quoted. */
export interface PricePart {
  id: FeedId;
  symbol: string;
  /** `null` if the service names none. */
  currency: string | null;
  price: StoredPrice | null;
  /** Why the price is not current. */
  condition: Condition | null;
}

/** A feed at the time of an export. */
export interface ListedFeed {
  id: string;
  symbol: string;
  /** A name such as `Bitcoin`. */
  subject: string;
  ownName: string | null;
  /** As the service writes it, not translated. */
  assetType: string | null;
  /** As old as its oldest part, and verified only if all parts are. */
  price: StoredPrice | null;
  /** `null`: as quoted. */
  convertedTo: string | null;
  /** The feed's own price, then the exchange rates. */
  parts: readonly PricePart[];
  /** Signed percent with two decimals. */
  changePercent: string | null;
  /** The price from which the change starts, in the same currency, and its time. */
  changeFrom: { price: Decimal; time: UnixSeconds } | null;
}

/** The watchlist or a group at the time of an export. */
export interface WatchlistSnapshot {
  atMs: UnixMilliseconds;
  /** `null`: the whole watchlist. */
  group: string | null;
  changePeriod: ChangePeriod;
  /** `null`: as quoted. */
  currency: string | null;
  feeds: ListedFeed[];
  /** Everything from which the rest is calculated. */
  market: Market;
}

const ITEMS = {
  ...MARKET_ITEMS,
  trustSettings,
  watchlist,
  groups,
  listView,
  rowNames,
  lastKnownPrices,
  lastAskedAt,
  clockSkew,
};

/**
 * Reads the selected group in the chosen order and currency.
 * @param nowMs by the local clock; the snapshot's time is corrected
 */
export async function readWatchlist(
  nowMs: UnixMilliseconds,
  only?: FeedId,
): Promise<WatchlistSnapshot> {
  const values = await readAll(ITEMS);
  const { listView: view, watchlist: listed, rowNames: names } = values;
  const group = values.groups.find(({ id }) => id === view.groupId) ?? null;
  const members = group?.feedIds.filter((id) => listed.includes(id)) ?? listed;
  const ids = only === undefined ? members : [only];
  const market = await marketOf(values, ids, nowMs);
  const { attributes } = market;
  const period = view.changePeriod;
  const texts = await references[period].getValue();
  const rows = ids.map((id): Row => {
    const shown = exportedPrice(market, id);
    const { symbol, subject } = feedName(attributes[id], id);
    const change = exportedChange(leaving(market), id, { period, texts });
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
    atMs: trueMs(market),
    group: group?.name ?? null,
    changePeriod: period,
    currency: market.currency,
    feeds: sorted(rows, view.sort, { attributes, names, groups: group ? [] : values.groups }),
    market,
  };
}

interface Row {
  feed: ListedFeed;
  change: Decimal | null;
}

type Values = ValuesOf<typeof ITEMS>;

async function marketOf(
  values: Values,
  ids: readonly FeedId[],
  nowMs: UnixMilliseconds,
): Promise<Market> {
  const {
    lastKnownPrices: lastKnown,
    lastAskedAt: lastAskedAtMs,
    clockSkew: { skewMs },
  } = values;
  const trust = await trustFingerprint(values.trustSettings);
  const settings = settingsOf({ ...values, trust });
  const latest = await readLatestPrices(withRates(ids, settings), settings.trust);
  const priceOf = (id: FeedId): StoredPrice | undefined => {
    const saved = lastKnown[id];
    return latest.get(id) ?? (saved && underTrust(saved, settings.trust));
  };
  return { ...settings, priceOf, lastAskedAtMs, nowMs, skewMs };
}

/** A price as the list shows it; missing while an exchange rate is missing. */
function exportedPrice(
  market: Market,
  id: FeedId,
): Pick<ListedFeed, 'price' | 'convertedTo' | 'parts'> {
  const { price = null, currency, rates } = shownPrice(market, id);
  const parts = [id, ...rates].map((each) => partOf(market, each));
  return { price, convertedTo: currency, parts };
}

function partOf(market: Market, id: FeedId): PricePart {
  const attributes = market.attributes[id] ?? {};
  return {
    id,
    symbol: feedSymbol(attributes, id),
    currency: attribute(attributes, 'quote_currency') ?? null,
    price: market.priceOf(id) ?? null,
    condition: conditionIn(market, id),
  };
}

/** With two decimals, however large it is. */
function exportedChange(
  market: Market,
  id: FeedId,
  span: ChangeSpan,
): { percent: Decimal; from: NonNullable<ListedFeed['changeFrom']> } | null {
  const { price } = shownPrice(market, id);
  const now = price ? toDecimal(price.price, price.expo) : null;
  const change = shownChange(market, id, span);
  if (!now || change.none !== undefined) return null;
  const percent = changePercent(now, change.from);
  return percent && { percent, from: { price: change.from, time: change.time } };
}

function sorted(
  rows: readonly Row[],
  sort: ListView['sort'],
  subject: Parameters<typeof sortByName>[1] & { groups: readonly Group[] },
): ListedFeed[] {
  const byId = new Map(rows.map((row) => [row.feed.id, row]));
  const ids = [...byId.keys()];
  const order = {
    hand: () => ids,
    group: () => sectionsOf(ids, subject.groups).flatMap(({ feedIds }) => feedIds),
    // An order by value would reveal what the user owns.
    value: () => ids,
    name: () => sortByName(ids, subject),
    change: () => sortByFigure(ids, new Map(rows.map(({ feed, change }) => [feed.id, change]))),
  }[sort]();
  return order.flatMap((id) => byId.get(id)?.feed ?? []);
}
