import { browser } from 'wxt/browser';
import { delay } from '../../base/http/delay.ts';
import { messageLanguage } from '../../base/locale/language.ts';
import { SAMPLE_MARK } from '../../domain/samples/sample-service.ts';
import { readItems, writeItems } from '../../storage/read-ahead.ts';
import { catalogStatus, followedFeeds } from '../../storage/values/catalog.ts';
import { storedService } from '../../storage/values/connection.ts';
import { lastKnownPrices } from '../../storage/values/prices.ts';
import { areSamplesShown } from '../../storage/values/samples.ts';
import { appearance, priceServices } from '../../storage/values/settings.ts';
import { watchlist } from '../../storage/values/watchlist.ts';

// The browser reports an install right after the worker's first turn.
const INSTALL_WITHIN_MS = 2_000;

/** Where prices that rise are red. */
const RED_UP_LANGUAGES = ['zh-CN', 'ja', 'ko'];

/** Each start of any version has stored one of these, or the user has. */
const SIGNS_OF_USE = [
  areSamplesShown,
  storedService,
  catalogStatus,
  followedFeeds,
  lastKnownPrices,
  priceServices,
  watchlist,
];

/** Resolves with whether the extension was installed just now. Call it in the worker's first turn. */
export function watchInstall(): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  browser.runtime.onInstalled.addListener(({ reason }) => resolve(reason === 'install'));
  return promise;
}

/**
 * Shows sample prices from now on if the extension was installed just now, and nothing of the user's
 * was found. Nothing is requested before this is decided.
 */
export async function beginSamples(isInstalled: Promise<boolean>): Promise<void> {
  const keys = SIGNS_OF_USE.map(({ key }) => key);
  const items = await readItems('local', keys);
  if (keys.some((key) => (items[key] ?? null) !== null)) return;
  if (!(await Promise.race([isInstalled, delay(INSTALL_WITHIN_MS)]))) return;
  await writeItems('local', {
    ...storedService.entry(SAMPLE_MARK),
    ...areSamplesShown.entry(true),
    ...firstColors(),
  });
}

/** Only a new installation gets them, so no colors change for those who are used to theirs. */
function firstColors(): Record<string, unknown> {
  if (!RED_UP_LANGUAGES.includes(messageLanguage())) return {};
  return appearance.entry({ ...appearance.fallback, palette: 'red-up' });
}
