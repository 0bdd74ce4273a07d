import { anyFeedId, z } from '../../base/zod.ts';
import { stored } from '../stored.ts';

/** Alerts on calculated figures wait for newer prices of these feeds. */
export const lateFeeds = stored('session:lateFeeds', {
  schema: z.array(anyFeedId),
  fallback: [],
});
