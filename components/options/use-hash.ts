import { useSyncExternalStore } from 'react';

/** Without `#`. */
export function useHash(): string {
  return useSyncExternalStore(subscribe, readHash);
}

function subscribe(onChange: () => void): () => void {
  window.addEventListener('hashchange', onChange);
  return () => window.removeEventListener('hashchange', onChange);
}

function readHash(): string {
  return window.location.hash.slice(1);
}
