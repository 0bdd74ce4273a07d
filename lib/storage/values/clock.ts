import { clockSkewSchema } from '../../domain/prices/clock-shape.ts';
import { UNKNOWN_SKEW, type ClockSkew } from '../../domain/prices/clock-skew.ts';
import { stored } from '../stored.ts';

/** How far the local clock is off. The worker stores every change. */
export const clockSkew = stored<ClockSkew>('session:clockSkew', {
  schema: clockSkewSchema,
  fallback: UNKNOWN_SKEW,
  // Half an estimate would be wrong, and a new one is made within a minute.
  isWhole: true,
  uses: ['firstPaint'],
});
