import { useSyncExternalStore } from 'react';
import { isDeepEqual } from '@/lib/deep-equal.ts';
import type { StoredItem } from '@/lib/storage/stored-item.ts';

/** The part of a stored item that a reader needs. */
export type Readable<T> = Pick<StoredItem<T>, 'getValue' | 'watch'>;

interface Mirror<T> {
  subscribe: (onChange: () => void) => () => void;
  read: () => T | undefined;
  follow: () => void;
  prime: (value: T) => void;
}

const mirrors = new WeakMap<object, unknown>();

/** Latest value of a stored item, `undefined` until the first read. */
export function useStored<T>(item: Readable<T>): T | undefined {
  const mirror = mirrorOf(item);
  return useSyncExternalStore(mirror.subscribe, mirror.read);
}

/** What `select` makes of the latest value: renders again only when that changes. */
export function useStoredPart<T, Part extends string | number | boolean | null>(
  item: Readable<T>,
  select: (value: T | undefined) => Part,
): Part {
  const mirror = mirrorOf(item);
  return useSyncExternalStore(mirror.subscribe, () => select(mirror.read()));
}

/** Listens to items from now on: what is read of them next can be handed over. */
export function followStored(items: readonly Readable<unknown>[]): void {
  for (const item of items) mirrorOf(item).follow();
}

/** Hands over a value that was read before the first render, so that nothing flashes. */
export function primeStored<T>(item: Readable<T>, value: T): void {
  mirrorOf(item).prime(value);
}

// One mirror an item: any number of components share one storage listener, and `read` hands React
// the same reference until the value really changes.
function mirrorOf<T>(item: Readable<T>): Mirror<T> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- an item's mirror has its type
  const known = mirrors.get(item) as Mirror<T> | undefined;
  if (known) return known;
  const mirror = createMirror(item);
  mirrors.set(item, mirror);
  return mirror;
}

function createMirror<T>(item: Readable<T>): Mirror<T> {
  const readers = new Set<() => void>();
  let value: T | undefined;
  let stop: (() => void) | undefined;
  // Read, or told of, since the mirror listens: nothing can have been missed.
  let isCurrent = false;

  function listen(): void {
    stop?.();
    isCurrent = false;
    stop = item.watch(publish);
  }

  function publish(next: T): void {
    isCurrent = true;
    // The read that follows a primed value, and Firefox's news of no change, change nothing.
    if (isDeepEqual(value, next)) return;
    value = next;
    for (const reader of readers) reader();
  }

  async function catchUp(): Promise<void> {
    const listening = stop;
    const first = await item.getValue();
    // A change that arrived before is newer than what was read.
    if (stop === listening && !isCurrent) publish(first);
  }

  return {
    read: () => value,
    // One that has readers listens already.
    follow: () => {
      if (readers.size === 0) listen();
    },
    // What was read before the mirror listened is shown, and read again.
    prime: (next) => {
      if (isCurrent) return;
      value = next;
      isCurrent = stop !== undefined;
    },
    subscribe: (onChange) => {
      readers.add(onChange);
      if (!stop) listen();
      if (readers.size === 1 && !isCurrent) void catchUp();
      return () => {
        readers.delete(onChange);
        if (readers.size > 0) return;
        stop?.();
        stop = undefined;
        isCurrent = false;
      };
    },
  };
}
