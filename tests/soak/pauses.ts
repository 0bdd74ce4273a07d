import { pause } from '../tools/until.ts';
import { ON_ITS_WAY_MS } from './request-checks.ts';
import { timeUntil } from './recoveries.ts';
import { pressRefresh, type Run } from './run.ts';

// As long as the limit of requests may hold one back.
const ASKED_WITHIN_MS = 12_000;

/**
 * Waits until the service has asked for a pause; then the user presses Refresh: what could break the
 * pause does. Gives when it was asked for, unix milliseconds.
 */
export async function tryPause(run: Run): Promise<number> {
  const { troubles } = run;
  await timeUntil(Date.now(), ASKED_WITHIN_MS, () => troubles.pauseAskedAt() ?? false);
  const askedAt = troubles.pauseAskedAt();
  if (askedAt === null) return Date.now();
  await pause(Math.max(0, askedAt + ON_ITS_WAY_MS - Date.now()));
  await pressRefresh(run);
  return askedAt;
}
