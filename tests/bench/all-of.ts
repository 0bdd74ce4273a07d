import type { Measured } from './row.ts';

/**
 * Collects the rows of measurements that run in parallel. If one fails, still waits for the others:
 * otherwise their browsers would keep running during the next bench.
 *
 * @throws the first failure
 */
export async function allOf(measured: readonly Promise<Measured[]>[]): Promise<Measured[]> {
  await Promise.allSettled(measured);
  return (await Promise.all(measured)).flat();
}
