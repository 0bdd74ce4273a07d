// How often a price crossed or reached a level, as far as candles show.
import type { Candle } from '../../../history-service/index.ts';
import type { UnixSeconds } from '../../../base/units.ts';
import type { AlertRule } from '../model/rule.ts';
import type { AlertState } from '../model/state.ts';
import { claimIn, observationOf } from './candle-claims.ts';
import { slices, type CandleHistory, type InSlices } from './candle-history.ts';
import { createQuietZone } from './quiet-zone.ts';
import { newState, step } from './step.ts';
import { withWaits } from './with-waits.ts';

/** If a price may have crossed a level more often within a candle, there is no useful bound. */
const MOST_IN_CANDLE = 12;

/**
 * When the alert certainly would have triggered, to within a candle. Uses only prices that every
 * possible path had, in the only possible order: the open, one extreme, the close.
 */
export function* leastCrossings(
  waiting: AlertRule,
  history: CandleHistory,
): InSlices<UnixSeconds[]> {
  const { length, series } = history;
  const rule = withWaits(waiting, { confirmation: 2 * length, cooldown: 2 * length });
  const times: UnixSeconds[] = [];
  const quiet = createQuietZone(rule);
  let state = newState(rule);
  for (const candle of slices(rule, history, 'allOpen')) {
    if (!candle) yield undefined;
    if (!candle || quiet.has(state, candle)) continue;
    const before = state;
    const visit = (from: AlertState, price: bigint, share: number) =>
      step(
        rule,
        from,
        observationOf(rule.feedId, price, series.expo, timeIn(candle, share * length)),
      );
    const apply = ({ state: after, firing }: ReturnType<typeof visit>): void => {
      if (firing && !firing.missed) times.push(candle.start);
      state = withoutPause(after);
    };
    apply(visit(state, candle.open, 0));
    const [high, low] = [visit(state, candle.high, 1 / 3), visit(state, candle.low, 1 / 3)];
    // During a confirmation, use the extreme that ends it; otherwise the one that triggers.
    if (isConfirming(state)) apply(isConfirming(high.state) ? low : high);
    else apply(high.firing || (high.state !== state && !low.firing) ? high : low);
    apply(visit(state, candle.close, 2 / 3));
    if (state === before) quiet.add(state, candle);
  }
  return times;
}

/** The most often that the alert could have triggered; `null` if a candle has no useful bound. */
export function* mostCrossings(
  waiting: AlertRule,
  history: CandleHistory,
): InSlices<number | null> {
  const { length, series } = history;
  const { expo } = series;
  const rule = withWaits(waiting, { confirmation: -2 * length, cooldown: -2 * length });
  const quiet = createQuietZone(rule);
  let state = newState(rule);
  let isFirst = true;
  let count = 0;
  for (const candle of slices(rule, history, 'anyOpen')) {
    if (!candle) yield undefined;
    if (!candle || quiet.has(state, candle)) continue;
    let after = candle.start - 1;
    // The first price decides from which side the first crossing comes.
    if (isFirst) {
      const open = observationOf(rule.feedId, candle.open, expo, after);
      const { state: begun, firing } = step(rule, state, open);
      state = withoutPause(begun);
      count += firing ? 1 : 0;
    }
    isFirst = false;
    for (let turns = 0; turns <= MOST_IN_CANDLE; turns += 1) {
      const claim = claimIn(rule, state, { candle, expo }, { length, after });
      if (!claim && turns === 0) quiet.add(state, candle);
      if (!claim) break;
      state = withoutPause(claim.state);
      after = state.asOf?.publishTime ?? after;
      if (claim.event) count += 1;
      if (claim.event && turns === MOST_IN_CANDLE) return null;
    }
  }
  return count;
}

/** The rehearsal never auto-pauses: how often it triggered within minutes is uncertain. */
function withoutPause(state: AlertState): AlertState {
  return state.recent.length === 0 ? state : { ...state, recent: [] };
}

function timeIn({ start }: Candle, seconds: number): UnixSeconds {
  return start + Math.floor(seconds);
}

function isConfirming({ tracker }: AlertState): boolean {
  return tracker.kind !== 'market' && tracker.confirming !== null;
}
