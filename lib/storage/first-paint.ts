import { browser } from 'wxt/browser';
import { isMap } from '../base/is-map.ts';
import type { FeedId } from '../base/units.ts';
import { underTrust, storedPriceSchema, type StoredPrice } from '../domain/prices/stored-price.ts';
import { trustFingerprint } from '../domain/signed-updates/trust/trust-fingerprint.ts';
import { POPUP_TABLE } from './popup-table.ts';
import type { ReadableItem } from './stored.ts';
import { references } from './values/history.ts';
import { latestPricesIn } from './values/latest-prices.ts';
import { lastKnownPrices } from './values/prices.ts';
import { trustSettings } from './values/settings.ts';

/** Items of the first paint besides prices and the trust in force. */
export const FIRST_ITEMS = POPUP_TABLE.filter(({ uses }) => uses.includes('firstPaint'));

// Reads all periods: the shown one is known only once the view is read.
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
  /** This session's prices, or else the last-known ones. Checked on access. */
  prices: { get: (id: FeedId) => StoredPrice | undefined };
}

/** Reads everything in one step, so that the first paint is complete. */
export async function readFirstPaint(): Promise<FirstPaint> {
  const [local, session] = await Promise.all([
    browser.storage.local.get<Record<string, unknown>>(LOCAL_KEYS),
    // Reads all keys: the price keys are known only once the watchlist is read.
    browser.storage.session.get<Record<string, unknown>>(null),
  ]);
  const areas = { local, session };
  const valueOf = <T>({ area, key, parse }: ReadableItem<T>): T => parse(areas[area][key]);
  const trust = await trustFingerprint(valueOf(trustSettings));
  const lastKnown = lastKnownPrices.migrate(local[lastKnownPrices.key]);
  const get = (id: FeedId): StoredPrice | undefined =>
    latestPricesIn(session, [id], trust).get(id) ?? lastKnownIn(lastKnown, id, trust);
  return { valueOf, trust, prices: { get } };
}

function lastKnownIn(prices: unknown, id: FeedId, trust: string): StoredPrice | undefined {
  if (!isMap(prices) || !Object.hasOwn(prices, id)) return undefined;
  const { data } = storedPriceSchema.safeParse(prices[id]);
  return data && underTrust(data, trust);
}
