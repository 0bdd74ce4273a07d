import type { PriceUpdate } from '../price-service/index.ts';

// Judging and storing an update takes milliseconds. A service that floods us loses what comes in
// between: what waits is held in memory, and all of it would be judged.
const MAX_WAITING = 16;

/**
 * Admits updates one after the other, in the order in which they came.
 *
 * @param handle judges and stores one
 * @returns resolves when the update is handled; at once for one that is not admitted
 */
export function createUpdateQueue(
  handle: (update: PriceUpdate) => Promise<void>,
): (update: PriceUpdate) => Promise<void> {
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  return async (update) => {
    if (waiting >= MAX_WAITING) return;
    waiting += 1;
    const handled = last.then(() => handle(update));
    last = handled.catch(() => undefined);
    await handled.finally(() => {
      waiting -= 1;
    });
  };
}
