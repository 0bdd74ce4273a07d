import { anyFeedId } from '../../base/unit-schemas.ts';
import { z } from '../../base/zod.ts';
import { stored } from '../stored.ts';

/** Feeds for whose newer prices alerts on calculated figures wait. The worker writes it. */
export const lateFeeds = stored('session:lateFeeds', {
  schema: z.array(anyFeedId),
  fallback: [],
});
