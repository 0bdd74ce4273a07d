import { forgetAhead } from './read-ahead.ts';

/** Runs one piece of work at a time for a name, across all pages and the worker. */
export async function withLock<T>(name: string, work: () => Promise<T>): Promise<T> {
  return navigator.locks.request(`pricelight:${name}`, () => {
    // Another page or worker may have written the item a moment ago.
    forgetAhead([name]);
    return work();
  });
}
