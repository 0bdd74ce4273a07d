import { inLaterFrame } from './later-frame.ts';

// This number of rows renders in a fraction of a frame. Larger updates are split, so that scrolling
// and typing stay responsive.
const ROWS_AT_ONCE = 64;

/** Components that show a price, and the changes not yet announced to them. */
export function createReaders() {
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
    has: (id: string): boolean => readers.has(id),
    /**
     * Calls back after each change; returns a function that stops it. @param isInView readers in
     * view are called first
     */
    add: (id: string, onChange: () => void, isInView = () => true) => {
      const ofFeed = readers.get(id) ?? new Map<() => void, () => boolean>();
      readers.set(id, ofFeed.set(onChange, isInView));
      return (): void => {
        ofFeed.delete(onChange);
        if (ofFeed.size === 0) readers.delete(id);
      };
    },
    markChanged: (id: string) => void changed.add(id),
    markAll: () => {
      for (const id of readers.keys()) changed.add(id);
    },
    /** Calls readers in view now, for the next frame, and the others later in batches. */
    announce: () => announceBatch([...changed].filter(isAnyInView)),
    close: () => cancelNext?.(),
  };
}
