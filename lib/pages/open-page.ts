import { browser } from 'wxt/browser';

/** Places on the options page that another page can lead to: name → element id. */
const PLACES = { 'access-token': 'connection-token', connection: 'connection' } as const;

/** A place on the options page. */
export type OptionsPlace = keyof typeof PLACES;

/** Opens the options page, at one place of it where one is named, and closes the popup. */
export async function openOptions(place?: OptionsPlace): Promise<void> {
  if (place === undefined) await browser.runtime.openOptionsPage();
  // The browser's own way to the options page cannot name a place on it.
  else await browser.tabs.create({ url: optionsUrl(place) });
  await closePopup();
}

function optionsUrl(place: OptionsPlace): string {
  return `${browser.runtime.getURL('/options.html')}#${PLACES[place]}`;
}

// Firefox keeps a popup open over the new tab. The popup's page in a tab of its own stays.
async function closePopup(): Promise<void> {
  if (!(await browser.tabs.getCurrent())) globalThis.close();
}

/** The address of one feed's detail, for a tab of its own. */
export function feedUrl(id: string): string {
  return browser.runtime.getURL(`/popup.html#feed/${id}`);
}
