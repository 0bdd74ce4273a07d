import { useSyncExternalStore } from 'react';

/** The part of the page's address after `#`, kept up to date. */
export function useHash(): string {
  return useSyncExternalStore(subscribe, readHash);
}

/** Changes it without a step in the history, so that the same link works a second time. */
export function replaceHash(hash: string): void {
  history.replaceState(history.state, '', `#${hash}`);
  for (const onChange of readers) onChange();
}

const readers = new Set<() => void>();

function subscribe(onChange: () => void): () => void {
  readers.add(onChange);
  window.addEventListener('hashchange', onChange);
  return () => {
    readers.delete(onChange);
    window.removeEventListener('hashchange', onChange);
  };
}

function readHash(): string {
  return window.location.hash.slice(1);
}
