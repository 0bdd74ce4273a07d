import { browser } from 'wxt/browser';
import { PRESENCE_PORT } from '../pages/presence.ts';

// Keeps the stream running if a popup reopens soon.
const LINGER_MS = 5_000;

/** Every open page holds a port. */
export interface Presence {
  /** Stays true for 5 s after the last page closes. */
  readonly isPageOpen: boolean;
}

/** Call this in the worker's first turn. */
export function watchPresence(onChange: () => void): Presence {
  let pages = 0;
  let lingerTimer: ReturnType<typeof setTimeout> | undefined;
  let isLingering = false;

  browser.runtime.onConnect.addListener((port) => {
    if (port.name !== PRESENCE_PORT) return;
    pages += 1;
    endLinger();
    if (pages === 1) onChange();
    port.onDisconnect.addListener(() => {
      pages -= 1;
      if (pages === 0) linger();
    });
  });

  function linger(): void {
    isLingering = true;
    lingerTimer = setTimeout(() => {
      endLinger();
      onChange();
    }, LINGER_MS);
  }

  function endLinger(): void {
    isLingering = false;
    clearTimeout(lingerTimer);
  }

  return {
    get isPageOpen() {
      return pages > 0 || isLingering;
    },
  };
}
