import { browser } from 'wxt/browser';

/** Linked places: name → element id. */
const PLACES = {
  'access-token': 'connection-token',
  catalog: 'catalog',
  connection: 'connection',
  welcome: 'welcome',
} as const;

export type OptionsPlace = keyof typeof PLACES;

/** Scrolls to a place if given, and closes the popup. */
export async function openOptions(place?: OptionsPlace): Promise<void> {
  if (place === undefined) await browser.runtime.openOptionsPage();
  // `openOptionsPage` cannot open a particular place.
  else await browser.tabs.create({ url: optionsUrl(place) });
  await closePopup();
}

export function optionsUrl(place: OptionsPlace): string {
  return `${browser.runtime.getURL('/options.html')}#${PLACES[place]}`;
}

/** The side panel shows what the popup shows. */
export function isInSidePanel(): boolean {
  return location.pathname === '/sidepanel.html';
}

/** Firefox leaves the popup open over a new tab. A tab or side panel stays open. */
export async function closePopup(): Promise<void> {
  if (!isInSidePanel() && !(await browser.tabs.getCurrent())) globalThis.close();
}

/** For opening a feed's detail view in a tab. */
export function feedUrl(id: string): string {
  return browser.runtime.getURL(`/popup.html#feed/${id}`);
}
