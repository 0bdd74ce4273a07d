import { browser } from 'wxt/browser';
import { PRESENCE_PORT } from '../pages/presence.ts';

// A popup that is closed and opened again shortly after finds its stream still running.
const LINGER_MS = 5_000;

/** Whether someone looks: an open page holds a port. */
export interface Presence {
  readonly isSomeoneLooking: boolean;
}

/** Listens for pages; to be called in the worker's first turn. */
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
    get isSomeoneLooking() {
      return pages > 0 || isLingering;
    },
  };
}
