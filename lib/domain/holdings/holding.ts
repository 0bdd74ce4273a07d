import { feedIdSchema, z } from '../../base/zod.ts';
import { CURRENCY, FIGURE, MAX_WATCHLIST } from '../../base/limits.ts';

const currencySchema = z.string().check(z.regex(CURRENCY));
/** Plain decimal text. */
const figureSchema = z.string().check(z.regex(FIGURE));

export const holdingSchema = z.object({
  /** In units of the feed's base; negative for debt. */
  quantity: figureSchema,
  /** In the currency paid; `null` if unknown. */
  cost: z.nullable(z.object({ perUnit: figureSchema, currency: currencySchema })),
});
export type Holding = z.infer<typeof holdingSchema>;

/** Only feeds of the watchlist have holdings. */
export const holdingsSchema = z.pipe(
  z.record(feedIdSchema, holdingSchema),
  z.transform((all) => Object.fromEntries(Object.entries(all).slice(0, MAX_WATCHLIST))),
);
export type Holdings = z.infer<typeof holdingsSchema>;
