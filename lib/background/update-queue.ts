import type { PriceUpdate } from '../price-service/index.ts';

// Judging and storing an update takes milliseconds. A service that floods us loses what comes in
// between: what waits is held in memory, and all of it would be judged.
const MAX_WAITING = 16;

/** Admits updates one after the other, in the order in which they came. */
export interface UpdateQueue {
  /** One of many: resolves when it is handled, at once where too many wait already. */
  offer: (update: PriceUpdate) => Promise<void>;
  /**
   * The answer to a request: never dropped for what a stream floods us with. Only for updates of
   * which few can be on their way at a time.
   */
  take: (update: PriceUpdate) => Promise<void>;
  /** Drops what waits: it is another service's. */
  clear: () => void;
}

/**
 * @param handle judges and stores one; `isDropped` tells whether the queue was cleared meanwhile, and
 *   nothing of the update may be stored any more
 */
export function createUpdateQueue(
  handle: (update: PriceUpdate, isDropped: () => boolean) => Promise<void>,
): UpdateQueue {
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  let clearings = 0;

  async function take(update: PriceUpdate): Promise<void> {
    const admittedAfter = clearings;
    const isDropped = (): boolean => clearings !== admittedAfter;
    waiting += 1;
    const handled = last.then(() => (isDropped() ? undefined : handle(update, isDropped)));
    last = handled.catch(() => undefined);
    await handled.finally(() => {
      waiting -= 1;
    });
  }

  return {
    take,
    offer: async (update) => {
      if (waiting < MAX_WAITING) await take(update);
    },
    clear: () => {
      clearings += 1;
    },
  };
}
