import { browser } from 'wxt/browser';

/** Carries out the keyboard commands. Registers a listener, so call it in the worker's first turn. */
export function watchCommands(onNextBadgeFeed: () => void): void {
  // There are none on Android.
  browser.commands?.onCommand.addListener((command, tab) => {
    if (command === 'next-badge-feed') onNextBadgeFeed();
    // At once: only the handler of a user action can open it. In Firefox, the browser itself does.
    if (command === 'open-side-panel' && tab !== undefined) {
      void browser.sidePanel.open({ windowId: tab.windowId });
    }
  });
}
