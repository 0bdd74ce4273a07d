import { isStreamWanted } from '@/lib/background/connection/decide.ts';
import { alertReach } from '@/lib/storage/values/alert-reach.ts';
import { neededFeedIds } from '@/lib/storage/values/currency.ts';
import { backgroundUpdates } from '@/lib/storage/values/settings.ts';

/** Whether prices stream while no page is open. */
export async function wantsStream(): Promise<boolean> {
  const [mode, reach] = await Promise.all([backgroundUpdates.getValue(), alertReach.getValue()]);
  return isStreamWanted(await neededFeedIds(), { isPageOpen: false, mode, reach });
}
