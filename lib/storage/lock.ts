/** Runs one task at a time per name, across pages and the worker. */
export async function withLock<T>(name: string, work: () => Promise<T>): Promise<T> {
  return navigator.locks.request(`pricelight:${name}`, work);
}
