import { browser } from 'wxt/browser';
import type { Preparation } from './preparation.ts';

/** Old and new raw values, by key. */
export type Changes = Readonly<Record<string, { newValue?: unknown; oldValue?: unknown }>>;

interface Watcher<Found> {
  /** The changes that count; `undefined`: none do. */
  find: (changes: Changes) => Found | undefined;
  /** What has to be loaded before they are announced. */
  prepare: (found: Found) => Preparation;
  announce: (found: Found) => void;
}

/** Announces changes in a storage area, in order. Returns a function that stops it. */
export function watchArea<Found>(
  area: 'local' | 'session',
  { find, prepare, announce }: Watcher<Found>,
): () => void {
  let isWatching = true;
  const { onChanged } = browser.storage[area];
  const listener = (changes: Changes): void => {
    const found = find(changes);
    if (found === undefined) return;
    const announceFound = (): void => {
      if (isWatching) announce(found);
    };
    const preparation = prepare(found);
    if (preparation) void preparation.then(announceFound);
    else announceFound();
  };
  onChanged.addListener(listener);
  return () => {
    isWatching = false;
    onChanged.removeListener(listener);
  };
}
