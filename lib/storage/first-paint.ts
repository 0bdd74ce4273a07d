import { browser } from 'wxt/browser';
import { isMap } from '../base/is-map.ts';
import type { FeedId } from '../base/units.ts';
import { underTrust, storedPriceSchema, type StoredPrice } from '../domain/prices/stored-price.ts';
import { trustFingerprint } from '../domain/signed-updates/trust/trust-fingerprint.ts';
import { POPUP_TABLE } from './popup-table.ts';
import type { ReadableItem } from './stored.ts';
import { currencyFeedIds, currencyFeeds } from './values/currency.ts';
import { references } from './values/history.ts';
import { latestPricesIn } from './values/latest-prices.ts';
import { lastKnownPrices } from './values/prices.ts';
import { trustSettings } from './values/settings.ts';
import { watchlist } from './values/watchlist.ts';

/** Besides prices and the trust in force. */
export const FIRST_ITEMS = POPUP_TABLE.filter(({ uses }) => uses.includes('firstPaint'));

// All periods: which one is shown is known only once the view is read.
const LOCAL_KEYS = [
  ...FIRST_ITEMS.filter(({ area }) => area === 'local'),
  ...Object.values(references),
  trustSettings,
  lastKnownPrices,
].map(({ key }) => key);

/** What the popup's first render shows. */
interface FirstPaint {
  /** One of `FIRST_ITEMS`, or the past prices of a period. */
  valueOf: <T>(item: ReadableItem<T>) => T;
  /** The fingerprint in force. */
  trust: string;
  /** This session's prices, otherwise an earlier one's. */
  prices: Map<FeedId, StoredPrice>;
}

/** In one step, so that the first paint is complete. */
export async function readFirstPaint(): Promise<FirstPaint> {
  const [local, session] = await Promise.all([
    browser.storage.local.get<Record<string, unknown>>(LOCAL_KEYS),
    // All keys: which prices are needed is known only once the watchlist is read.
    browser.storage.session.get<Record<string, unknown>>(null),
  ]);
  const areas = { local, session };
  const valueOf = <T>({ area, key, parse }: ReadableItem<T>): T => parse(areas[area][key]);
  const trust = await trustFingerprint(valueOf(trustSettings));
  const ids = [...valueOf(watchlist), ...currencyFeedIds(valueOf(currencyFeeds))];
  const prices = latestPricesIn(session, ids, trust);
  addLastKnown(prices, local[lastKnownPrices.key], trust);
  return { valueOf, trust, prices };
}

/** Only prices missing in the session: checking all would take longer. */
function addLastKnown(prices: Map<FeedId, StoredPrice>, raw: unknown, trust: string): void {
  const lastKnown = lastKnownPrices.migrate(raw);
  if (!isMap(lastKnown)) return;
  for (const [id, price] of Object.entries(lastKnown)) {
    const { data } = prices.has(id) ? {} : storedPriceSchema.safeParse(price);
    if (data) prices.set(id, underTrust(data, trust));
  }
}
