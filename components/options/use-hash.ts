import { useSyncExternalStore } from 'react';

/** The hash of links to the access token. */
export const TOKEN_HASH = 'connection-token';

/** The current URL hash, without `#`. */
export function useHash(): string {
  return useSyncExternalStore(subscribe, readHash);
}

/** Replaces the hash without a history entry, so that the same link works a second time. */
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
