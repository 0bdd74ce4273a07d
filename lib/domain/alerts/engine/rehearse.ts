// How often an alert would have triggered: its own state machine, run over history.
import type { Candle, CandleSeries } from '../../../history-service/index.ts';
import type { UnixSeconds } from '../../../base/units.ts';
import type { AlertRule } from '../model/rule.ts';
import type { AlertState } from '../model/state.ts';
import { claimIn, observationOf } from './candle-claims.ts';
import { createQuietZone } from './quiet-zone.ts';
import { newState, step } from './step.ts';
import { withWaits } from './with-waits.ts';

/** The bounds that candles set. */
export interface Rehearsal {
  /** It would have triggered at least so often. */
  readonly from: number;
  /** At most so often; `null`: the price fluttered too often to say. */
  readonly to: number | null;
  /** When it certainly would have, to within a candle. */
  readonly times: readonly UnixSeconds[];
}

interface RehearsalOptions {
  /** Of a candle, in seconds. */
  readonly length: number;
  readonly isOpenAt: (time: UnixSeconds) => boolean;
}

/** A candle in which a price may have crossed a level more often has no useful bound. */
const MOST_IN_CANDLE = 12;
/** An alert that triggers so often within 3 minutes pauses itself. */
const RUNAWAY = 15;

/**
 * Runs an alert on a level over candles, as if it had been created at the first one. What candles cannot
 * show counts as what would trigger it least, and most. `null`: candles do not show such alerts at all.
 */
export function rehearse(
  rule: AlertRule,
  series: CandleSeries,
  options: RehearsalOptions,
): Rehearsal | null {
  const { kind } = rule.trigger;
  if (kind !== 'crosses' && kind !== 'is') return null;
  const waits = 2 * options.length;
  const candles = rule.onlyWhileOpen ? { ...options } : { ...options, isOpenAt: () => true };
  const times = certain(withWaits(rule, { confirmation: waits, cooldown: waits }), series, candles);
  const to = atMost(withWaits(rule, { confirmation: -waits, cooldown: -waits }), series, candles);
  // Candles have no confidence: an interval may have been as wide as it likes.
  const shown = rule.certain ? [] : times;
  const from = to === null ? Math.min(shown.length, RUNAWAY) : shown.length;
  return { from, to, times: shown };
}

/** Prices that each path had, in an order that is certain: the open, one extreme, the close. */
function certain(
  rule: AlertRule,
  { candles, expo }: CandleSeries,
  { length, isOpenAt }: RehearsalOptions,
): UnixSeconds[] {
  const times: UnixSeconds[] = [];
  const quiet = createQuietZone(rule);
  let state = newState(rule);
  for (const candle of candles) {
    if (quiet.has(state, candle) || !isOpenAt(candle.start)) continue;
    const before = state;
    const visit = (from: AlertState, price: bigint, share: number) =>
      step(rule, from, observationOf(rule.feedId, price, expo, timeIn(candle, share * length)));
    const apply = ({ state: after, firing }: ReturnType<typeof visit>): void => {
      if (firing && !firing.missed) times.push(candle.start);
      state = after;
    };
    apply(visit(state, candle.open, 0));
    const [high, low] = [visit(state, candle.high, 1 / 3), visit(state, candle.low, 1 / 3)];
    // While the condition must hold, the extreme that ends it counts; otherwise the one that triggers.
    if (isConfirming(state)) apply(isConfirming(high.state) ? low : high);
    else apply(high.firing || (high.state !== state && !low.firing) ? high : low);
    apply(visit(state, candle.close, 2 / 3));
    if (state === before) quiet.add(state, candle);
  }
  return times;
}

/** The most that any path through the candles could have triggered. */
function atMost(
  rule: AlertRule,
  { candles, expo }: CandleSeries,
  { length, isOpenAt }: RehearsalOptions,
): number | null {
  const quiet = createQuietZone(rule);
  let state = newState(rule);
  let count = 0;
  for (const candle of candles) {
    if (quiet.has(state, candle) || !isOpenAt(candle.start)) continue;
    let after = candle.start - 1;
    for (let turns = 0; turns <= MOST_IN_CANDLE; turns += 1) {
      const claim = claimIn(rule, state, { candle, expo }, { length, after });
      if (!claim && turns === 0) quiet.add(state, candle);
      if (!claim) break;
      // How often it may have triggered within minutes is not known, so it never pauses here.
      state = { ...claim.state, recent: [] };
      after = state.asOf?.publishTime ?? after;
      if (claim.event) count += 1;
      if (claim.event && turns === MOST_IN_CANDLE) return null;
    }
  }
  return count;
}

function timeIn({ start }: Candle, seconds: number): UnixSeconds {
  return start + Math.floor(seconds);
}

function isConfirming({ tracker }: AlertState): boolean {
  return tracker.kind !== 'market' && tracker.confirming !== null;
}
