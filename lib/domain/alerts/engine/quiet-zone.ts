import type { Candle } from '../../../history-service/index.ts';
import { toMilliseconds } from '../../../base/units.ts';
import type { AlertRule } from '../model/rule.ts';
import type { AlertState } from '../model/state.ts';

/**
 * Collects candles that cannot change the state of an alert on a level, because candles with a
 * lower low and a higher high did not. Months of candles are too many for the state machine.
 */
export function createQuietZone({ snoozedUntil }: Pick<AlertRule, 'snoozedUntil'>) {
  let zone: { state: AlertState; low: bigint; high: bigint } | null = null;

  /** Whether only prices, not time, can change the state. */
  function isTimeless({ tracker, coolingUntil }: AlertState, { start }: Candle): boolean {
    return (
      snoozedUntil === null &&
      (coolingUntil === null || coolingUntil <= toMilliseconds(start)) &&
      (tracker.kind === 'market' || tracker.confirming === null)
    );
  }

  return {
    has: (state: AlertState, { low, high }: Candle): boolean =>
      zone !== null && zone.state === state && low >= zone.low && high <= zone.high,
    /** Adds a candle that did not change the state. */
    add(state: AlertState, candle: Candle): void {
      const { low, high } = candle;
      if (!isTimeless(state, candle)) return;
      // A price between two prices that change nothing changes nothing either.
      zone =
        zone?.state === state
          ? {
              state,
              low: low < zone.low ? low : zone.low,
              high: high > zone.high ? high : zone.high,
            }
          : { state, low, high };
    },
  };
}
