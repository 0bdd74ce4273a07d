import { MAX_SKEW_MS, UNKNOWN_SKEW, type ClockSkew } from '../prices/clock-skew.ts';
import { defineStoredItem } from './stored-item.ts';
import { z } from '../zod.ts';

const priceMomentSchema = z.object({ publishTime: z.number(), receivedAtMs: z.number() });

/** How far the local clock is off. The worker stores every change. */
export const clockSkew = defineStoredItem<ClockSkew>('session:clockSkew', {
  schema: z.object({
    skewMs: z.number().check(z.minimum(-MAX_SKEW_MS), z.maximum(MAX_SKEW_MS)),
    isNoticed: z.boolean(),
    uncorrectedMs: z.nullable(z.number()),
    madeAtMs: z.number(),
    isConfirmed: z.boolean(),
    serviceLateAtMs: z.nullable(z.number()),
    latePrices: z.array(priceMomentSchema).check(z.maxLength(8)),
  }),
  fallback: UNKNOWN_SKEW,
  // Half an estimate would be wrong, and a new one is made within a minute.
  isWhole: true,
});
