declare const unit: unique symbol;

/**
 * Flavored types: plain numbers can be assigned, but seconds cannot be used as milliseconds.
 * Durations are plain numbers with the unit in their name.
 */
export type UnixSeconds = number & { readonly [unit]?: 'unix seconds' };
export type UnixMilliseconds = number & { readonly [unit]?: 'unix milliseconds' };

/** 32 bytes as 64 lowercase hex digits without `0x`. */
export type FeedId = string & { readonly [unit]?: 'feed id' };

export const FEED_ID = /^[0-9a-f]{64}$/;

/** Does not round: a time between two seconds has a fraction. */
export function toSeconds(time: UnixMilliseconds): UnixSeconds {
  return time / 1_000;
}

export function toMilliseconds(time: UnixSeconds): UnixMilliseconds {
  return time * 1_000;
}
