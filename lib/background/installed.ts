import { browser } from 'wxt/browser';
import { FIRST_DEFAULT_FEEDS } from '../domain/watchlist/default-feeds.ts';
import { optionsUrl } from '../pages/open-page.ts';
import { withLock } from '../storage/lock.ts';
import { readItems } from '../storage/areas.ts';
import { areSamplesShown } from '../storage/values/samples.ts';
import { watchlist } from '../storage/values/watchlist.ts';
import { welcome } from '../storage/values/welcome.ts';
import { newsSince } from '../base/about/news.ts';
import { unseenNewsSince } from '../storage/values/news.ts';

/** Opens the welcome page after the install, at most once. */
export async function openWelcome(): Promise<void> {
  // Stored before the page is opened: a worker that ends in between must not open it twice.
  const { before } = await welcome.update((state) => (state === 'never' ? 'open' : state));
  if (before === 'never') await browser.tabs.create({ url: optionsUrl('welcome') });
}

/** After an update, the popup offers what is new until the user dismisses it. */
export async function offerNews(previousVersion: string): Promise<void> {
  if (newsSince(previousVersion).length === 0) return;
  // The news of an earlier update may not have been seen yet.
  await unseenNewsSince.update((since) => since ?? previousVersion);
}

/**
 * After an update, keeps the initial watchlist of version 0.2.0 if the user has not changed it: the
 * new default is longer. Every later install has stored whether samples are shown.
 */
export async function keepFirstList(): Promise<void> {
  await withLock(watchlist.key, async () => {
    const keys = [watchlist.key, areSamplesShown.key];
    const items = await readItems('local', keys);
    if (keys.some((key) => items[key] !== undefined)) return;
    await watchlist.setValue(FIRST_DEFAULT_FEEDS.map(({ id }) => id));
  });
}
