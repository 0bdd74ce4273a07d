import { browser } from 'wxt/browser';
import { isMap } from '../base/is-map.ts';
import { trustFingerprint } from '../domain/signed-updates/trust/trust-fingerprint.ts';
import type { FeedId } from '../base/units.ts';
import { alertMarks } from './values/alert-marks.ts';
import { followedFeeds } from './values/catalogue.ts';
import { clockSkew } from './values/clock.ts';
import { connectionState } from './values/connection.ts';
import { currencyFeedIds, currencyFeeds, displayCurrency } from './values/currency.ts';
import { references, sparklines } from './values/history.ts';
import { amountsHidden, holdings, valuesShown } from './values/holdings.ts';
import { latestPricesIn, prepareLatestPrices, rawLatestPrices } from './values/latest-prices.ts';
import { allReady } from './preparation.ts';
import { unseenNewsSince } from './values/news.ts';
import {
  failedChecks,
  lastAskedAt,
  lastKnownPrices,
  missingFeeds,
  parseStoredPrice,
  prepareStoredPrice,
} from './values/prices.ts';
import { underTrust } from '../domain/prices/proof.ts';
import type { StoredPrice } from '../domain/prices/stored-price.ts';
import { appearance, signatures, staleLimitSeconds, trustSettings } from './values/settings.ts';
import type { ReadableItem } from './stored-item.ts';
import { groups, listView, rowNames, singleKeys } from './values/view.ts';
import { badgeFeedId, watchlist } from './values/watchlist.ts';
import { welcome } from './values/welcome.ts';

/** The items that the popup's first render shows, besides prices and the trust in force. */
export const FIRST_ITEMS: readonly ReadableItem<unknown>[] = [
  appearance,
  watchlist,
  welcome,
  unseenNewsSince,
  groups,
  listView,
  rowNames,
  singleKeys,
  sparklines,
  badgeFeedId,
  alertMarks,
  followedFeeds,
  displayCurrency,
  currencyFeeds,
  holdings,
  amountsHidden,
  valuesShown,
  staleLimitSeconds,
  signatures,
  connectionState,
  lastAskedAt,
  clockSkew,
  missingFeeds,
  failedChecks,
];

// All periods: which one is shown is known only once the view is read.
const ITEMS: readonly ReadableItem<unknown>[] = [
  ...FIRST_ITEMS,
  ...Object.values(references),
  trustSettings,
];

const LOCAL_KEYS = [...ITEMS.filter(({ area }) => area === 'local'), lastKnownPrices].map(
  ({ key }) => key,
);

/** What the popup's first render shows. */
export interface FirstPaint {
  /** The value of one of `FIRST_ITEMS`, or of the past prices of any period. */
  valueOf: <T>(item: ReadableItem<T>) => T;
  /** The fingerprint of the trust in force. */
  trust: string;
  /** This session's prices, otherwise those of an earlier one, by feed id. */
  prices: Map<FeedId, StoredPrice>;
}

/** Reads everything in one step, so that the first paint is complete. */
export async function readFirstPaint(): Promise<FirstPaint> {
  const [local, session] = await Promise.all([
    browser.storage.local.get<Record<string, unknown>>(LOCAL_KEYS),
    // All keys: which prices are needed is known only once the watchlist is read.
    browser.storage.session.get<Record<string, unknown>>(null),
  ]);
  const areas = { local, session };
  const raw = rawLatestPrices(session);
  // Nearly always, everything looks right, and nothing more is loaded.
  await allReady([
    ...ITEMS.map(({ area, key, prepare }) => prepare(areas[area][key])),
    prepareLatestPrices(raw),
  ]);
  const valueOf = <T>({ area, key, parse }: ReadableItem<T>): T => parse(areas[area][key]);
  const trust = await trustFingerprint(valueOf(trustSettings));
  const ids = [...valueOf(watchlist), ...currencyFeedIds(valueOf(currencyFeeds))];
  const prices = latestPricesIn(raw, ids, trust);
  await addLastKnown(prices, local[lastKnownPrices.key], trust);
  return { valueOf, trust, prices };
}

/** Checks only those that the session has no price for: checking all would take longer. */
async function addLastKnown(
  prices: Map<FeedId, StoredPrice>,
  raw: unknown,
  trust: string,
): Promise<void> {
  const lastKnown = lastKnownPrices.migrate(raw);
  if (!isMap(lastKnown)) return;
  const missing = Object.entries(lastKnown).filter(([id]) => !prices.has(id));
  await allReady(missing.map(([, stored]) => prepareStoredPrice(stored)));
  for (const [id, stored] of missing) {
    const price = parseStoredPrice(stored);
    if (price) prices.set(id, underTrust(price, trust));
  }
}
