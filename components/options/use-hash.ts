import { useSyncExternalStore } from 'react';

/** Links to the access token. */
export const TOKEN_HASH = 'connection-token';

/** Without `#`. */
export function useHash(): string {
  return useSyncExternalStore(subscribe, readHash);
}

/** Without a history entry, so that the same link works again. */
export function replaceHash(hash: string): void {
  history.replaceState(history.state, '', `#${hash}`);
  window.dispatchEvent(new HashChangeEvent('hashchange'));
}

function subscribe(onChange: () => void): () => void {
  window.addEventListener('hashchange', onChange);
  return () => window.removeEventListener('hashchange', onChange);
}

function readHash(): string {
  return window.location.hash.slice(1);
}
