import type { Candle } from '../../../history-service/index.ts';
import { toMilliseconds } from '../../../base/units.ts';
import type { AlertRule } from '../model/rule.ts';
import type { AlertState } from '../model/state.ts';

/**
 * Collects candles that cannot change the state of an alert on a level, because candles with a
 * lower low and a higher high did not. Months of candles are too many for the state machine.
 * @typeParam T compared by identity
 */
export function createZone<T>() {
  let zone: { state: T; low: bigint; high: bigint } | null = null;
  return {
    has: (state: T, { low, high }: Candle): boolean =>
      zone !== null && zone.state === state && low >= zone.low && high <= zone.high,
    /** Adds a candle that did not change the state. */
    add(state: T, { low, high }: Candle): void {
      // A price between two prices that change nothing changes nothing either.
      const before = zone?.state === state ? zone : { low, high };
      zone = {
        state,
        low: low < before.low ? low : before.low,
        high: high > before.high ? high : before.high,
      };
    },
  };
}

/** A zone that ignores candles in which time can change the state. */
export function createQuietZone({ snoozedUntil }: Pick<AlertRule, 'snoozedUntil'>) {
  const zone = createZone<AlertState>();
  return {
    has: zone.has,
    add(state: AlertState, candle: Candle): void {
      const { tracker, coolingUntil } = state;
      const isTimeless =
        snoozedUntil === null &&
        (coolingUntil === null || coolingUntil <= toMilliseconds(candle.start)) &&
        (tracker.kind === 'market' || tracker.confirming === null);
      if (isTimeless) zone.add(state, candle);
    },
  };
}
