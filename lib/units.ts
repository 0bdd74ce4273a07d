import { z } from './zod.ts';

declare const unit: unique symbol;

/**
 * A point in time. These types are flavors, not strict brands: a plain number may be assigned, so
 * arithmetic, `Date.now` and tests need no casts, but seconds never pass for milliseconds, nor the
 * other way around. Durations stay plain numbers and carry the unit in their name.
 */
export type UnixSeconds = number & { readonly [unit]?: 'unix seconds' };
export type UnixMilliseconds = number & { readonly [unit]?: 'unix milliseconds' };

/** 32 bytes as 64 lowercase hex digits without `0x`. */
export type FeedId = string & { readonly [unit]?: 'feed id' };

export const unixSeconds: z.ZodMiniType<UnixSeconds, UnixSeconds> = z.number();

export const unixMilliseconds: z.ZodMiniType<UnixMilliseconds, UnixMilliseconds> = z.number();

/** A time of which a date can be made: any other number would break what shows it. */
export const momentMs: z.ZodMiniType<UnixMilliseconds, UnixMilliseconds> = z
  .int()
  .check(z.minimum(0), z.maximum(8.64e15));

/** A feed id whose form is not checked. */
export const anyFeedId: z.ZodMiniType<FeedId, FeedId> = z.string();

export const feedIdSchema: z.ZodMiniType<FeedId, FeedId> = z
  .string()
  .check(z.regex(/^[0-9a-f]{64}$/));

/** Not rounded: a time between two seconds has a fraction. */
export function toSeconds(time: UnixMilliseconds): UnixSeconds {
  return time / 1_000;
}

export function toMilliseconds(time: UnixSeconds): UnixMilliseconds {
  return time * 1_000;
}
