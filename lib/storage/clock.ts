import { MAX_SKEW_MS, UNKNOWN_SKEW, type ClockSkew } from '../prices/clock-skew.ts';
import { unixMilliseconds, unixSeconds } from '../units.ts';
import { defineStoredItem } from './stored-item.ts';
import { z } from '../zod.ts';

const priceMomentSchema = z.object({ publishTime: unixSeconds, receivedAtMs: unixMilliseconds });

/** How far the local clock is off. The worker stores every change. */
export const clockSkew = defineStoredItem<ClockSkew>('session:clockSkew', {
  schema: z.object({
    skewMs: z.number().check(z.minimum(-MAX_SKEW_MS), z.maximum(MAX_SKEW_MS)),
    isNoticed: z.boolean(),
    uncorrectedMs: z.nullable(z.number()),
    madeAtMs: unixMilliseconds,
    isConfirmed: z.boolean(),
    serviceLateAtMs: z.nullable(unixMilliseconds),
    latePrices: z.array(priceMomentSchema).check(z.maxLength(8)),
  }),
  fallback: UNKNOWN_SKEW,
  // Half an estimate would be wrong, and a new one is made within a minute.
  isWhole: true,
});
