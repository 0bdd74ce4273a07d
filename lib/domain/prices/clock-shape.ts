import { MAX_SKEW_MS } from './clock-skew.ts';
import { unixMilliseconds, unixSeconds } from '../../base/unit-schemas.ts';
import { z } from '../../base/zod.ts';
import { MAX_LATE_PRICES } from '../../base/limits.ts';

const priceMomentSchema = z.object({ publishTime: unixSeconds, receivedAtMs: unixMilliseconds });

export const clockSkewSchema = z.object({
  skewMs: z.number().check(z.minimum(-MAX_SKEW_MS), z.maximum(MAX_SKEW_MS)),
  isNoticed: z.boolean(),
  uncorrectedMs: z.nullable(z.number()),
  madeAtMs: unixMilliseconds,
  isConfirmed: z.boolean(),
  serviceLateAtMs: z.nullable(unixMilliseconds),
  latePrices: z.array(priceMomentSchema).check(z.maxLength(MAX_LATE_PRICES)),
});
