import type { Measured } from './row.ts';

/**
 * The rows of what was measured side by side. Where one fails, the others are waited for all the
 * same: their browsers would run on beside the next bench.
 *
 * @throws the first failure
 */
export async function allOf(measured: readonly Promise<Measured[]>[]): Promise<Measured[]> {
  await Promise.allSettled(measured);
  return (await Promise.all(measured)).flat();
}
