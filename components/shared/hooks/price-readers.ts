import { inLaterFrame } from './later-frame.ts';

// This number of rows renders in a fraction of a frame. Larger updates are split, so that scrolling
// and typing stay responsive.
const ROWS_AT_ONCE = 64;

/** Components that show a price, and the changes not yet announced to them. */
interface PriceReaders {
  has: (id: string) => boolean;
  /**
   * Calls back after each change; returns a function that stops it. @param isInView readers in view
   * are called first
   */
  add: (id: string, onChange: () => void, isInView?: () => boolean) => () => void;
  markChanged: (id: string) => void;
  markAll: () => void;
  /** Calls readers in view now, for the next frame, and the others later in batches. */
  announce: () => void;
  close: () => void;
}

export function createReaders(): PriceReaders {
  const readers = new Map<string, Map<() => void, () => boolean>>();
  const changed = new Set<string>();
  let cancelNext: (() => void) | undefined;

  function announceBatch(ids: readonly string[]): void {
    for (const id of ids.slice(0, ROWS_AT_ONCE)) {
      changed.delete(id);
      for (const onChange of readers.get(id)?.keys() ?? []) onChange();
    }
    if (changed.size > 0) cancelNext ??= inLaterFrame(announceOthers);
  }

  function announceOthers(): void {
    cancelNext = undefined;
    announceBatch([...changed]);
  }

  function isAnyInView(id: string): boolean {
    return [...(readers.get(id)?.values() ?? [])].some((isInView) => isInView());
  }

  return {
    has: (id) => readers.has(id),
    add: (id, onChange, isInView = () => true) => {
      const ofFeed = readers.get(id) ?? new Map<() => void, () => boolean>();
      readers.set(id, ofFeed.set(onChange, isInView));
      return () => {
        ofFeed.delete(onChange);
        if (ofFeed.size === 0) readers.delete(id);
      };
    },
    markChanged: (id) => void changed.add(id),
    markAll: () => {
      for (const id of readers.keys()) changed.add(id);
    },
    announce: () => announceBatch([...changed].filter(isAnyInView)),
    close: () => cancelNext?.(),
  };
}
