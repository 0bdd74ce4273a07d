import { browser } from 'wxt/browser';

type OptionsPlace = 'connection' | 'go-live' | 'welcome';

/** Scrolls to a place if given, and closes the popup. */
export async function openOptions(place?: OptionsPlace): Promise<void> {
  if (isEmbedded()) globalThis.top?.location.replace(optionsUrl(place));
  else if (place === undefined) await browser.runtime.openOptionsPage();
  // `openOptionsPage` cannot open a particular place.
  else await browser.tabs.create({ url: optionsUrl(place) });
  await closePopup();
}

export function optionsUrl(place: OptionsPlace = 'connection'): string {
  return `${browser.runtime.getURL('/options.html')}#${place}`;
}

/** Whether this page is embedded in the welcome page. */
export function isEmbedded(): boolean {
  return globalThis.parent !== globalThis.window;
}

/** The side panel shows what the popup shows. */
export function isInSidePanel(): boolean {
  return location.pathname === '/sidepanel.html';
}

/** Closes the popup, which Firefox leaves open over a new tab. A tab or side panel stays open. */
async function closePopup(): Promise<void> {
  if (!isInSidePanel() && !(await browser.tabs.getCurrent())) globalThis.close();
}

/** Closes the tab; the last tab of a window shows the list instead. */
export async function closeTab(): Promise<void> {
  const [tab, ofWindow] = await Promise.all([
    browser.tabs.getCurrent(),
    browser.tabs.query({ currentWindow: true }),
  ]);
  if (tab?.id === undefined || ofWindow.length < 2) location.assign('/popup.html');
  else await browser.tabs.remove(tab.id);
}

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Chrome's types do not have it
const { sidebarAction } = browser as unknown as {
  sidebarAction?: { open: () => Promise<void> };
};

export async function openInTab(): Promise<void> {
  await browser.tabs.create({ url: browser.runtime.getURL('/popup.html') + location.hash });
  await closePopup();
}

/** Android has no side panel. */
export function hasSidePanel(): boolean {
  return sidebarAction !== undefined || 'sidePanel' in browser;
}

/** Call this only in the handler of a user action. */
export async function openInSidePanel(): Promise<void> {
  // Firefox opens the sidebar only directly in the handler, so nothing can be awaited before.
  if (sidebarAction) await sidebarAction.open();
  else {
    const { id } = await browser.windows.getCurrent();
    if (id !== undefined) await browser.sidePanel.open({ windowId: id });
  }
  await closePopup();
}
