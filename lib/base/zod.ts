import * as z from 'zod/mini';
import { FEED_ID, type FeedId, type UnixMilliseconds, type UnixSeconds } from './units.ts';

// Exported by name, because the namespace would keep all of zod in every bundle.
export { _default as withDefault } from 'zod/mini';

// Must run before the first schema is built: the extension's policy forbids zod's code generation,
// and the browser reports each attempt.
z.config({ jitless: true });

const INTEGER_TEXT = /^-?\d{1,1000}$/;

/** Up to 1,000 digits. */
export const integerText = z.string().check(z.regex(INTEGER_TEXT));

export function isIntegerText(value: unknown): boolean {
  return typeof value === 'string' && INTEGER_TEXT.test(value);
}

export { z };

export const unixSeconds: z.ZodMiniType<UnixSeconds, UnixSeconds> = z.number();

export const unixMilliseconds: z.ZodMiniType<UnixMilliseconds, UnixMilliseconds> = z.number();

/** Numbers outside this range cannot become a date. */
export const timeMs: z.ZodMiniType<UnixMilliseconds, UnixMilliseconds> = z
  .int()
  .check(z.minimum(0), z.maximum(8.64e15));

/** Does not check the format. */
export const anyFeedId: z.ZodMiniType<FeedId, FeedId> = z.string();

export const feedIdSchema: z.ZodMiniType<FeedId, FeedId> = z.string().check(z.regex(FEED_ID));

/** Drops damaged entries instead of the whole list. */
export function listOf<T>(entry: z.ZodMiniType<T>, maxLength = Infinity) {
  return z.pipe(
    z.array(z.catch(z.nullable(entry), null)),
    z.transform((list) => list.filter((item) => item !== null).slice(0, maxLength)),
  );
}
