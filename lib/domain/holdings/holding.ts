import { feedIdSchema } from '../../base/unit-schemas.ts';
import { z } from '../../base/zod.ts';
import { CURRENCY, FIGURE, MAX_WATCHLIST } from '../../base/limits.ts';

const currencySchema = z.string().check(z.regex(CURRENCY));
/** An exact number as plain decimal text. */
const figureSchema = z.string().check(z.regex(FIGURE));

export const holdingSchema = z.object({
  /** In units of the feed's base; negative for a debt or a short position. */
  quantity: figureSchema,
  /** What one unit cost, in the currency it was paid in; `null` if the user did not say. */
  cost: z.nullable(z.object({ perUnit: figureSchema, currency: currencySchema })),
});
export type Holding = z.infer<typeof holdingSchema>;

/** By feed id. Only feeds of the watchlist have one, so there are never more. */
export const holdingsSchema = z.pipe(
  z.record(feedIdSchema, holdingSchema),
  z.transform((all) => Object.fromEntries(Object.entries(all).slice(0, MAX_WATCHLIST))),
);
export type Holdings = z.infer<typeof holdingsSchema>;
