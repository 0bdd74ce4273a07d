import { browser } from 'wxt/browser';

/** Every open page keeps this port connected. */
export const PRESENCE_PORT = 'presence';

const RECONNECT_MS = 250;

/**
 * The port disconnects when the worker dies; reconnecting starts the next worker. Returns a
 * function that disconnects.
 */
function holdPresence(): () => void {
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
      // Reading this prevents the browser from logging an error.
      void browser.runtime.lastError;
      if (isHeld) timer = setTimeout(connect, RECONNECT_MS);
    });
  }
}

/**
 * Holds the port only while the page is visible: a tab or side panel left open in the background
 * must not keep the stream running. Returns a function that stops this.
 */
export function holdPresenceWhileVisible(): () => void {
  let release: (() => void) | undefined;
  const update = (isVisible: boolean): void => {
    if (isVisible) {
      release ??= holdPresence();
    } else {
      release?.();
      release = undefined;
    }
  };
  const onChange = (): void => update(document.visibilityState === 'visible');
  document.addEventListener('visibilitychange', onChange);
  onChange();
  return () => {
    document.removeEventListener('visibilitychange', onChange);
    update(false);
  };
}
