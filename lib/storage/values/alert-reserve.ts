import { z } from '../../base/zod.ts';
import { removeItems } from '../areas.ts';
import { stored } from '../stored.ts';
import { candleLines } from './candles.ts';
import { sparklines } from './history.ts';

/** Room for about a hundred firings with their states. */
const RESERVE_BYTES = 128 * 1_024;

/** Reserves the space that firings need once storage is full. */
export const alertReserve = stored('local:alertReserve', { schema: z.string(), fallback: '' });

/** Call this when the browser starts. Without room, the next start tries again. */
export async function keepAlertReserve(): Promise<void> {
  const { length } = await alertReserve.getValue();
  if (length < RESERVE_BYTES) await alertReserve.setValue('-'.repeat(RESERVE_BYTES));
}

/** Makes room in a full storage: deletes lines, which are fetched again, and the reserve. */
export async function makeRoomForAlerts(): Promise<void> {
  await removeItems('local', [candleLines.key, sparklines.key, alertReserve.key]);
}
