import { pause } from '../tools/until.ts';
import { ON_ITS_WAY_MS } from './checks.ts';
import { timeUntil } from './recoveries.ts';
import { pressRefresh, type Run } from './run.ts';

const ASKED_WITHIN_MS = 2_000;

/** Once the service has asked for a pause, the user presses Refresh: what could break it does. */
export async function tryPause(run: Run): Promise<void> {
  const { troubles } = run;
  const asked = () => troubles.pauseAskedAt() ?? false;
  if ((await timeUntil(Date.now(), ASKED_WITHIN_MS, asked)) === null) return;
  const askedAt = troubles.pauseAskedAt() ?? 0;
  await pause(Math.max(0, askedAt + ON_ITS_WAY_MS - Date.now()));
  await pressRefresh(run);
}
