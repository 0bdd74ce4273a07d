import { settingsOf, type MarketSettings } from '../domain/market/market.ts';
import { trustFingerprint } from '../domain/signed-updates/trust/trust-fingerprint.ts';
import { MARKET_ITEMS } from '../storage/market-items.ts';
import { readAll, type ValuesOf } from '../storage/read-all.ts';
import { trustSettings } from '../storage/values/settings.ts';

export const EXPORTED_ITEMS = { ...MARKET_ITEMS, trustSettings };

export async function marketSettingsOf(
  values: ValuesOf<typeof EXPORTED_ITEMS>,
): Promise<MarketSettings> {
  return settingsOf({ ...values, trust: await trustFingerprint(values.trustSettings) });
}

/** For exports; components have `useMarketSettings`. */
export async function readMarketSettings(): Promise<MarketSettings> {
  return marketSettingsOf(await readAll(EXPORTED_ITEMS));
}
