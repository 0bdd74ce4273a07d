import { inLaterFrame } from './later-frame.ts';

// This many rows render in a fraction of a frame. An update of hundreds of feeds is split into
// batches, so that scrolling and typing stay responsive.
const ROWS_AT_ONCE = 64;

/** The components that show a feed's price, and the changes that they have yet to hear of. */
export interface PriceReaders {
  has: (id: string) => boolean;
  /**
   * Calls back after each change of a feed's price; returns how to stop.
   *
   * @param isInView whether the user can see the reader now. Readers in view are called back first
   */
  add: (id: string, onChange: () => void, isInView?: () => boolean) => () => void;
  markChanged: (id: string) => void;
  /**
   * Calls back the readers of the changed feeds: those in view now, so that the next frame shows
   * their prices without waiting for the others; the others in batches, in later frames.
   */
  announce: () => void;
  /** Drops the changes that were not yet announced. */
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
    announce: () => announceBatch([...changed].filter(isAnyInView)),
    close: () => cancelNext?.(),
  };
}
