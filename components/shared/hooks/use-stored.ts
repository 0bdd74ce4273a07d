import { useSyncExternalStore } from 'react';
import { isDeepEqual } from '@/lib/base/deep-equal.ts';

/** A stored item, or another value that is read and watched in the same way. */
export interface Readable<T> {
  getValue: () => Promise<T>;
  watch: (onChange: (value: T) => void) => () => void;
}

interface Mirror<T> {
  subscribe: (onChange: () => void) => () => void;
  read: () => T | undefined;
  follow: () => void;
  prime: (value: T) => void;
}

const mirrors = new WeakMap<object, unknown>();
const groups = new WeakMap<object, ReturnType<typeof createGroup>>();

/** `undefined` until the first read. */
export function useStored<T>(item: Readable<T>): T | undefined {
  const mirror = mirrorOf(item);
  return useSyncExternalStore(mirror.subscribe, mirror.read);
}

/** Renders again only when the derived value changes. */
export function useStoredPart<T, Part extends string | number | boolean | null>(
  item: Readable<T>,
  select: (value: T | undefined) => Part,
): Part {
  const mirror = mirrorOf(item);
  return useSyncExternalStore(mirror.subscribe, () => select(mirror.read()));
}

type Anything = Pick<Readable<unknown>, 'getValue'>;

/** The values of named items. */
type Values<Items> = {
  [Name in keyof Items]: Items[Name] extends { getValue: () => Promise<infer T> } ? T : never;
};

/**
 * All values as one object, which stays the same until one changes. `null` until all are read.
 * @param items the same object each time
 */
export function useAllStored<Items extends Record<string, Anything>>(
  items: Items,
): Values<Items> | null {
  const group = groups.get(items) ?? createGroup(items);
  groups.set(items, group);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each item keeps its name
  return useSyncExternalStore(group.subscribe, group.read) as Values<Items> | null;
}

/** For use outside React; `undefined` until the first read. Current while there are subscribers. */
export function readStored<T>(item: Readable<T>): T | undefined {
  return mirrorOf(item).read();
}

/** For use outside React. Returns a function that unsubscribes. */
export function subscribeStored(item: Readable<unknown>, onChange: () => void): () => void {
  return mirrorOf(item).subscribe(onChange);
}

/** Starts listening: values read from now on are safe for `primeStored`. */
export function followStored(items: readonly Readable<unknown>[]): void {
  for (const item of items) mirrorOf(item).follow();
}

/** Provides a value that was read before the first render, so that no empty state flashes. */
export function primeStored<T>(item: Readable<T>, value: T): void {
  mirrorOf(item).prime(value);
}

// One mirror per item: components share one listener, and `read` returns the same reference until
// the value changes.
function mirrorOf<T>(item: Readable<T>): Mirror<T> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- an item's mirror has its type
  const known = mirrors.get(item) as Mirror<T> | undefined;
  if (known) return known;
  const mirror = createMirror(item);
  mirrors.set(item, mirror);
  return mirror;
}

function createGroup(items: Record<string, Anything>) {
  const names = Object.keys(items);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- nothing is written to an item
  const all = Object.values(items).map((item) => mirrorOf(item as Readable<unknown>));
  let last: readonly unknown[] = [];
  let values: Record<string, unknown> | null = null;
  return {
    subscribe: (onChange: () => void) => {
      const stops = all.map(({ subscribe }) => subscribe(onChange));
      return () => {
        for (const stop of stops) stop();
      };
    },
    read: () => {
      const now = all.map(({ read }) => read());
      if (now.every((value, at) => value === last[at])) return values;
      last = now;
      const isRead = !now.includes(undefined);
      values = isRead ? Object.fromEntries(names.map((name, at) => [name, now[at]])) : null;
      return values;
    },
  };
}

function createMirror<T>(item: Readable<T>): Mirror<T> {
  const readers = new Set<() => void>();
  let value: T | undefined;
  let stop: (() => void) | undefined;
  // True if the value was read or received while listening, so no change was missed.
  let isCurrent = false;

  function listen(): void {
    stop?.();
    isCurrent = false;
    stop = item.watch(publish);
  }

  function publish(next: T): void {
    isCurrent = true;
    // The read after `prime` may return the same value; Firefox also reports unchanged writes.
    if (isDeepEqual(value, next)) return;
    value = next;
    for (const reader of readers) reader();
  }

  async function catchUp(): Promise<void> {
    const listening = stop;
    const first = await item.getValue();
    // A change during the read is newer than its result.
    if (stop === listening && !isCurrent) publish(first);
  }

  return {
    read: () => value,
    // If there are readers, the mirror already listens.
    follow: () => {
      if (readers.size === 0) listen();
    },
    // Show a value from before listening, but read it again: it may be outdated.
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
