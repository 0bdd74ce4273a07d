import { browser } from 'wxt/browser';
import { optionsUrl } from '../pages/open-page.ts';
import { welcome } from '../storage/values/welcome.ts';

/** Opens the welcome page after the install, at most once. */
export async function openWelcome(): Promise<void> {
  let isFirst = false;
  // Stored before the page is opened: a worker that ends in between must not open it twice.
  await welcome.update((state) => {
    isFirst = state === 'never';
    return isFirst ? 'open' : state;
  });
  if (isFirst) await browser.tabs.create({ url: optionsUrl('welcome') });
}
