import { browser } from 'wxt/browser';

/** The name of the port that every open page holds. */
export const PRESENCE_PORT = 'presence';

const RECONNECT_MS = 250;

/**
 * Tells the background that someone looks, for as long as the page is open. The port ends with the
 * worker; a new one wakes the next worker. Returns how to stop.
 */
export function holdPresence(): () => void {
  let port: ReturnType<typeof browser.runtime.connect> | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isHeld = true;

  connect();
  return () => {
    isHeld = false;
    clearTimeout(timer);
    port?.disconnect();
  };

  function connect(): void {
    port = browser.runtime.connect({ name: PRESENCE_PORT });
    port.onDisconnect.addListener(() => {
      // Read, so that the browser does not report it: a worker's death is the normal case.
      void browser.runtime.lastError;
      if (isHeld) timer = setTimeout(connect, RECONNECT_MS);
    });
  }
}
