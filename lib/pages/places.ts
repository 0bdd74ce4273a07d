import { browser } from 'wxt/browser';
import { closePopup } from './open-page.ts';

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
