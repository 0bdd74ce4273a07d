// This many rows render in a fraction of a frame. An update of hundreds of feeds is split into
// batches, so that scrolling and typing stay responsive.
const ROWS_AT_ONCE = 64;

/** The components that show a feed's price, and the changes that they have yet to hear of. */
export interface PriceReaders {
  has: (id: string) => boolean;
  /** Calls back after each change of a feed's price; returns how to stop. */
  add: (id: string, onChange: () => void) => () => void;
  markChanged: (id: string) => void;
  /** Calls back the readers of the changed feeds, in batches. */
  announce: () => void;
  /** Drops the changes that were not yet announced. */
  close: () => void;
}

export function createReaders(): PriceReaders {
  const readers = new Map<string, Set<() => void>>();
  const changed = new Set<string>();
  let nextBatch: ReturnType<typeof setTimeout> | undefined;

  function announceBatch(): void {
    for (const id of [...changed].slice(0, ROWS_AT_ONCE)) {
      changed.delete(id);
      for (const onChange of readers.get(id) ?? []) onChange();
    }
    nextBatch = changed.size > 0 ? setTimeout(announceBatch) : undefined;
  }

  return {
    has: (id) => readers.has(id),
    add: (id, onChange) => {
      const ofFeed = readers.get(id) ?? new Set();
      readers.set(id, ofFeed.add(onChange));
      return () => {
        ofFeed.delete(onChange);
        if (ofFeed.size === 0) readers.delete(id);
      };
    },
    markChanged: (id) => void changed.add(id),
    announce: () => {
      if (nextBatch === undefined) announceBatch();
    },
    close: () => clearTimeout(nextBatch),
  };
}
