import { newsSince } from '../base/about/news.ts';
import { unseenNewsSince } from '../storage/values/news.ts';

/** After an update, the popup offers what is new until the user dismisses it. */
export async function offerNews(previousVersion: string): Promise<void> {
  if (newsSince(previousVersion).length === 0) return;
  // The news of an earlier update may not have been seen yet.
  await unseenNewsSince.update((since) => since ?? previousVersion);
}
