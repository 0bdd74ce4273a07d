/** Runs one task at a time per name, across pages and the worker. */
export async function withLock<T>(name: string, work: () => Promise<T>): Promise<T> {
  return navigator.locks.request(`pricelight:${name}`, work);
}

/**
 * Runs a task that changes several items. Every change to one of them takes its lock; the
 * alphabetical order prevents deadlocks between two such tasks.
 */
export function withLocks<T>(names: readonly string[], work: () => Promise<T>): Promise<T> {
  const sorted = names.toSorted();
  return sorted.reduceRight<() => Promise<T>>((inner, name) => () => withLock(name, inner), work)();
}
