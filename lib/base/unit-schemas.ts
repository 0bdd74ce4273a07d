import { FEED_ID, type FeedId, type UnixMilliseconds, type UnixSeconds } from './units.ts';
import { z } from './zod.ts';

export const unixSeconds: z.ZodMiniType<UnixSeconds, UnixSeconds> = z.number();

export const unixMilliseconds: z.ZodMiniType<UnixMilliseconds, UnixMilliseconds> = z.number();

/** Any other number could not become a date. */
export const timeMs: z.ZodMiniType<UnixMilliseconds, UnixMilliseconds> = z
  .int()
  .check(z.minimum(0), z.maximum(8.64e15));

/** Does not check the form. */
export const anyFeedId: z.ZodMiniType<FeedId, FeedId> = z.string();

export const feedIdSchema: z.ZodMiniType<FeedId, FeedId> = z.string().check(z.regex(FEED_ID));
