import { clockSkewSchema, UNKNOWN_SKEW } from '../../domain/prices/clock-skew.ts';
import { stored } from '../stored.ts';

/** The worker stores every change. */
export const clockSkew = stored('session:clockSkew', {
  schema: clockSkewSchema,
  fallback: UNKNOWN_SKEW,
  // Half an estimate would be wrong, and a new one is made within a minute.
  isWhole: true,
  uses: ['firstPaint'],
});
