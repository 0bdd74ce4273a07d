// How often a price crossed or reached a level, as far as candles show.
import type { UnixSeconds } from '../../../base/units.ts';
import type { AlertRule } from '../model/rule.ts';
import type { AlertState } from '../model/state.ts';
import { slices, type CandleHistory, type InSlices } from './candle-history.ts';
import {
  cooledAt,
  isCooling,
  isTimeless,
  placeOf,
  throughCandle,
  type Bound,
} from './candle-paths.ts';
import { withoutConfirmation } from './prove-claim.ts';
import { createZone } from './quiet-zone.ts';
import { newState } from './step.ts';

/**
 * When an alert on a level would have triggered, to within a candle, on the path of prices through
 * the candles on which it triggers least or most often. `null` if there is no useful bound.
 */
export function* crossings(
  rule: AlertRule,
  history: CandleHistory,
  bound: Bound,
): InSlices<UnixSeconds[] | null> {
  const zone = createZone<readonly AlertState[]>();
  const times: UnixSeconds[] = [];
  let states: readonly AlertState[] = [newState(rule)];
  let [next, until] = [-Infinity, Infinity];
  for (const candle of slices(rule, history, 'anyOpen')) {
    if (!candle) yield undefined;
    if (!candle) continue;
    // While the market was closed, a price may have ended the confirmation.
    if (bound === 'least' && rule.onlyWhileOpen && candle.start > next) {
      states = states.map(withoutConfirmation);
    }
    next = candle.start + history.length;
    if (next > until) states = [...states];
    else if (zone.has(states, candle)) continue;
    // Such a candle takes as long as many quiet ones.
    yield undefined;
    const place = placeOf(rule, candle, history, bound);
    const after = throughCandle(rule, states, place);
    if (!after) return null;
    if (after !== states) states = after;
    else if (states.every((state) => isTimeless(state, place))) zone.add(states, candle);
    until = Math.min(...states.filter((state) => isCooling(state, place)).map(cooledAt));
    while (times.length < (states[0]?.count ?? 0)) times.push(candle.start);
    if (rule.repeat.mode === 'once' && times.length > 0) break;
  }
  return times;
}
