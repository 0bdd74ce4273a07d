import { FEED_ID, type FeedId } from '../base/units.ts';
import { z } from '../base/zod.ts';

/** Numbers are parsed as texts; see `quoteNumbers`. */

const MAX_RESOLUTIONS = 100;
const LONGEST_TEXT = 300;

const shortText = z.string().check(z.overwrite((text) => text.slice(0, LONGEST_TEXT)));
const optionalText = z.catch(z.nullish(shortText), null);

/** Other settings of `/config` concern search and display. */
export const configSchema = z.object({
  supported_resolutions: z.nullish(z.array(z.unknown()).check(z.maxLength(MAX_RESOLUTIONS))),
});

const bars = z.nullish(z.array(z.unknown()));

/**
 * Only `t` and `c` are mandatory with `ok`; an empty range is `no_data`, or `ok` with empty or
 * missing arrays.
 */
export const historySchema = z.union([
  z.object({ s: z.literal('error'), errmsg: optionalText }),
  z.object({
    s: z.enum(['ok', 'no_data']),
    t: bars,
    o: bars,
    h: bars,
    l: bars,
    c: bars,
    nextTime: z.nullish(z.string()),
  }),
]);

const feedId: z.ZodMiniType<FeedId> = z.string().check(
  z.overwrite((id) => id.toLowerCase().replace(/^0x/, '')),
  z.regex(FEED_ID),
);

/** The public operator's `/v1/symbols`. Feeds without a `hermes_id` are dropped. */
export const feedSymbolSchema = z.object({
  hermes_id: feedId,
  symbol: z.string().check(z.minLength(1), z.maxLength(100)),
  state: optionalText,
});
