import { z } from '../../../base/zod.ts';
import { moveDirectionSchema, sideSchema } from './trigger.ts';

/** The event that fired an alert, with every number its text needs as an exact decimal. */
export const alertEventSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('crosses'), direction: sideSchema, level: z.string() }),
  z.object({ kind: z.literal('is'), side: sideSchema, level: z.string() }),
  z.object({
    kind: z.literal('moves'),
    direction: moveDirectionSchema,
    /** The price that the move started from, and its size (≥ 0). */
    from: z.string(),
    change: z.string(),
    /** Signed, rounded to 2 decimals; `null` for a move from zero. */
    percent: z.nullable(z.string()),
    /** How long the move took, by publish times. */
    seconds: z.number(),
  }),
  z.object({
    kind: z.literal('deviates-from-ema'),
    side: sideSchema,
    ema: z.string(),
    /** Signed, rounded to 2 decimals. */
    percent: z.string(),
  }),
  z.object({
    kind: z.literal('confidence-wider'),
    /** Of the price, rounded to 1 decimal. */
    basisPoints: z.string(),
    limit: z.string(),
  }),
  z.object({ kind: z.literal('stale-while-open') }),
  z.object({ kind: z.literal('market'), now: z.enum(['open', 'closed']) }),
]);
export type AlertEvent = z.infer<typeof alertEventSchema>;
