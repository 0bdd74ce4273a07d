import { MAX_SKEW_MS, UNKNOWN_SKEW, type ClockSkew } from '../../domain/prices/clock-skew.ts';
import { hasShape, isFrom, isListOf, isNullOr, isNumber, isTrueOrFalse } from '../guards.ts';
import { MAX_LATE_PRICES } from '../../base/limits.ts';
import { defineStoredItem } from '../stored-item.ts';

/** How far the local clock is off. The worker stores every change. */
export const clockSkew = defineStoredItem<ClockSkew>('session:clockSkew', {
  looksRight: hasShape<ClockSkew>({
    skewMs: isFrom(-MAX_SKEW_MS, MAX_SKEW_MS),
    isNoticed: isTrueOrFalse,
    uncorrectedMs: isNullOr(isNumber),
    madeAtMs: isNumber,
    isConfirmed: isTrueOrFalse,
    serviceLateAtMs: isNullOr(isNumber),
    latePrices: isListOf(
      hasShape({ publishTime: isNumber, receivedAtMs: isNumber }),
      MAX_LATE_PRICES,
    ),
  }),
  schema: (schemas) => schemas.clockSkew,
  fallback: UNKNOWN_SKEW,
  // Half an estimate would be wrong, and a new one is made within a minute.
  isWhole: true,
});
