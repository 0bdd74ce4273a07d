import { forgetAhead } from './read-ahead.ts';

/** Runs one task at a time per name, across pages and the worker. */
export async function withLock<T>(name: string, work: () => Promise<T>): Promise<T> {
  return navigator.locks.request(`pricelight:${name}`, () => {
    // Another page or worker may have just written the item.
    forgetAhead([name]);
    return work();
  });
}
