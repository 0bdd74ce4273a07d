import { browser } from 'wxt/browser';

/** Carries out keyboard commands. Call this in the worker's first turn. */
export function watchCommands(onNextBadgeFeed: () => void): void {
  // Android has no keyboard commands.
  browser.commands?.onCommand.addListener((command, tab) => {
    if (command === 'next-badge-feed') onNextBadgeFeed();
    // Not delayed: only a user action's handler may open it. Firefox opens its sidebar itself.
    if (command === 'open-side-panel' && tab !== undefined) {
      void browser.sidePanel.open({ windowId: tab.windowId });
    }
  });
}
