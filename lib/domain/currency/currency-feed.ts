import { feedIdSchema } from '../../base/unit-schemas.ts';
import { z } from '../../base/zod.ts';
import { CURRENCY } from '../../base/limits.ts';

export const displayCurrencySchema = z.nullable(z.string().check(z.regex(CURRENCY)));

const currencyFeedSchema = z.object({
  id: feedIdSchema,
  /** The feed is USD/X instead of X/USD. */
  isInverse: z.boolean(),
});
/** A feed that prices a currency in US dollars, or the dollar in it. */
export type CurrencyFeed = z.infer<typeof currencyFeedSchema>;

/** By currency. */
export const chosenFeedsSchema = z.record(z.string(), currencyFeedSchema);

/** By currency; `null`: no feed is known for it. */
export const currencyFeedsSchema = z.record(z.string(), z.nullable(currencyFeedSchema));
export type CurrencyFeeds = z.infer<typeof currencyFeedsSchema>;
