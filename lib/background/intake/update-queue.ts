import type { PriceUpdate } from '../../price-service/index.ts';

// Checking and storing an update takes milliseconds. If a service floods us, updates above this number
// are dropped: waiting updates are held in memory, and each would be checked.
const MAX_WAITING = 16;

/** Handles updates one at a time, in the order of their arrival, with the id of their service. */
export interface UpdateQueue {
  /** For streams. Resolves when the update is handled, or at once if it was dropped. */
  addIfRoom: (update: PriceUpdate, serviceId?: string) => Promise<void>;
  /**
   * For answers to requests, which a flood from a stream must not displace. Never drops the update, so
   * only a few may be requested at a time.
   */
  add: (update: PriceUpdate, serviceId?: string) => Promise<void>;
  /** Drops all waiting updates, because they are from another service. */
  clear: () => void;
}

/**
 * @param handle checks and stores one update. Once `isDropped()` is true, because the queue was cleared,
 *   it must not store anything.
 */
export function createUpdateQueue(
  handle: (update: PriceUpdate, isDropped: () => boolean, serviceId?: string) => Promise<void>,
): UpdateQueue {
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  let clearings = 0;

  async function add(update: PriceUpdate, serviceId?: string): Promise<void> {
    const clearingsBefore = clearings;
    const isDropped = (): boolean => clearings !== clearingsBefore;
    waiting += 1;
    const handled = last.then(() =>
      isDropped() ? undefined : handle(update, isDropped, serviceId),
    );
    last = handled.catch(() => undefined);
    await handled.finally(() => {
      waiting -= 1;
    });
  }

  return {
    add,
    addIfRoom: async (update, serviceId) => {
      if (waiting < MAX_WAITING) await add(update, serviceId);
    },
    clear: () => {
      clearings += 1;
    },
  };
}
