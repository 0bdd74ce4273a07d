import { browser } from 'wxt/browser';
import { delay } from '../../base/http/delay.ts';
import { messageLanguage } from '../../base/locale/language.ts';
import { SAMPLE_MARK } from '../../domain/samples/sample-service.ts';
import { readItems, writeItems } from '../../storage/areas.ts';
import { catalogStatus, followedFeeds } from '../../storage/values/catalog.ts';
import { storedService } from '../../storage/values/connection-memory.ts';
import { lastKnownPrices } from '../../storage/values/prices.ts';
import { areSamplesShown } from '../../storage/values/samples.ts';
import { appearance, priceServices } from '../../storage/values/settings.ts';
import { watchlist } from '../../storage/values/watchlist.ts';

// The browser reports an install right after the worker's first turn.
const INSTALL_WITHIN_MS = 2_000;

/** Languages of regions where rising prices are red. */
const RED_UP_LANGUAGES = ['zh-CN', 'ja', 'ko'];

/** Any earlier start, or the user, has stored at least one of these. */
const SIGNS_OF_USE = [
  areSamplesShown,
  storedService,
  catalogStatus,
  followedFeeds,
  lastKnownPrices,
  priceServices,
  watchlist,
];

/** Resolves with whether the extension was just installed. Call this in the worker's first turn. */
export function watchInstall(): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  browser.runtime.onInstalled.addListener(({ reason }) => resolve(reason === 'install'));
  return promise;
}

/**
 * Turns on sample prices if the extension was just installed and no user data was found. Nothing is
 * requested before this is decided. Resolves with whether they begin.
 */
export async function beginSamples(isInstalled: Promise<boolean>): Promise<boolean> {
  const keys = SIGNS_OF_USE.map(({ key }) => key);
  const items = await readItems('local', keys);
  if (keys.some((key) => (items[key] ?? null) !== null)) return false;
  if (!(await Promise.race([isInstalled, delay(INSTALL_WITHIN_MS)]))) return false;
  await writeItems('local', {
    ...storedService.entry(SAMPLE_MARK),
    ...areSamplesShown.entry(true),
    ...firstColors(),
  });
  return true;
}

/** Only new installations get these, so that colors never change for existing users. */
function firstColors(): Record<string, unknown> {
  if (!RED_UP_LANGUAGES.includes(messageLanguage())) return {};
  return appearance.entry({ ...appearance.fallback, palette: 'red-up' });
}
