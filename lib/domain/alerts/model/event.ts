import { z } from '../../../base/zod.ts';
import { moveDirectionSchema, sideSchema } from './trigger.ts';

/** What fired an alert, with every number of its text as an exact decimal. */
export const alertEventSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('crosses'),
    direction: sideSchema,
    level: z.string(),
    /** The price was on that side at the first check, so it was not seen crossing. */
    wasThere: z.optional(z.literal(true)),
    /** Whether only unsigned candles show this event. */
    isClaimed: z.optional(z.boolean()),
  }),
  z.object({
    kind: z.literal('moves'),
    direction: moveDirectionSchema,
    /** The price at the start of the move, and the move's size (≥ 0). */
    from: z.string(),
    change: z.string(),
    /** Signed, with 2 decimals; `null` for a move from zero. */
    percent: z.nullable(z.string()),
    /** Duration by publish times. */
    seconds: z.number(),
  }),
  z.object({ kind: z.literal('stale-while-open') }),
  z.object({ kind: z.literal('market'), now: z.enum(['open', 'closed']) }),
]);
export type AlertEvent = z.infer<typeof alertEventSchema>;
