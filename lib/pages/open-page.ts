import { browser } from 'wxt/browser';

/** Places on the options page that other pages can link to: name → element id. */
const PLACES = {
  'access-token': 'connection-token',
  catalog: 'catalog',
  connection: 'connection',
  welcome: 'welcome',
} as const;

/** A place on the options page. */
export type OptionsPlace = keyof typeof PLACES;

/** Opens the options page, scrolled to a place if one is given, and closes the popup. */
export async function openOptions(place?: OptionsPlace): Promise<void> {
  if (place === undefined) await browser.runtime.openOptionsPage();
  // `openOptionsPage` cannot open a particular place.
  else await browser.tabs.create({ url: optionsUrl(place) });
  await closePopup();
}

/** The URL of a place on the options page. */
export function optionsUrl(place: OptionsPlace): string {
  return `${browser.runtime.getURL('/options.html')}#${PLACES[place]}`;
}

/** Whether this page is in the side panel, where it shows what the popup shows. */
export function isInSidePanel(): boolean {
  return location.pathname === '/sidepanel.html';
}

/** Closes the popup, which Firefox leaves open over a new tab. In a tab or side panel, the page stays. */
export async function closePopup(): Promise<void> {
  if (!isInSidePanel() && !(await browser.tabs.getCurrent())) globalThis.close();
}

/** The URL of a feed's detail view, for opening it in a tab. */
export function feedUrl(id: string): string {
  return browser.runtime.getURL(`/popup.html#feed/${id}`);
}
