import { clockSkewSchema, UNKNOWN_SKEW } from '../../domain/prices/clock-skew.ts';
import { z } from '../../base/zod.ts';
import { stored } from '../stored.ts';

/** How far the local clock is off. The worker stores every change. */
export const clockSkew = stored('session:clockSkew', {
  schema: clockSkewSchema,
  fallback: UNKNOWN_SKEW,
  // Half an estimate would be wrong, and a new one is made within a minute.
  isWhole: true,
  uses: ['firstPaint'],
});

/** By how much prices are late, as the user said, milliseconds. `null`: the user has not. */
export const knownDelay = stored('local:knownDelay', {
  schema: z.nullable(z.number()),
  fallback: null,
});
