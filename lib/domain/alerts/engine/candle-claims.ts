import type { Candle } from '../../../history-service/index.ts';
import { toMilliseconds, type UnixSeconds } from '../../../base/units.ts';
import type { LevelEvent } from '../model/event.ts';
import type { ExactPrice } from '../model/price.ts';
import { phaseOf } from '../model/phase.ts';
import type { AlertRule } from '../model/rule.ts';
import type { AlertState } from '../model/state.ts';
import { isBeyond, otherSide, ruleNumber } from './levels.ts';
import { step } from './step.ts';

export interface Place {
  /** Length of a candle in seconds. */
  readonly length: number;
}

interface ScaledCandle {
  readonly candle: Candle;
  /** Exponent of the candle's prices. */
  readonly expo: number;
}

/** What a candle may have done to an alert. */
export interface Claim {
  readonly state: AlertState;
  readonly event: LevelEvent | null;
}

type Extreme = 'high' | 'low';
type Figure = Extreme | 'close';

// A candle does not show the order of its extremes, so every order is tried. Each ends with its close.
const ORDERS: readonly Figure[][] = [
  ['low', 'high', 'low', 'close'],
  ['high', 'low', 'high', 'close'],
  ['high', 'close'],
  ['low', 'close'],
];

/**
 * The strongest effect that a candle allows, according to the alert's own state machine: an event
 * if any order of its extremes causes one. `null` if no order changes the state.
 */
export function claimIn(
  rule: AlertRule,
  before: AlertState,
  scaled: ScaledCandle,
  place: Place & { after: UnixSeconds; mayFire?: boolean },
): Claim | null {
  const all = ORDERS.map((order) => play(rule, before, order, scaled, place));
  const claims = place.mayFire === false ? all.filter(({ event }) => event === null) : all;
  const rankOf = ({ event, state }: Claim): number => {
    const phase = phaseOf(rule, state, 0);
    if (event) return phase === 'armed' ? 4 : 3;
    if (phase === 'confirming') return 2;
    return state === before ? 0 : 1;
  };
  const [best] = claims.toSorted(
    (a, b) => rankOf(b) - rankOf(a) || sinceOf(a.state) - sinceOf(b.state),
  );
  return !best || best.state === before ? null : best;
}

/**
 * The state at the end of a candle in which the alert fired. The price may have gone back in the
 * rest of the candle, which ends with its close.
 */
export function stateAfterFiring(
  rule: AlertRule,
  state: AlertState,
  scaled: ScaledCandle,
  place: Place & { after: UnixSeconds },
): AlertState {
  const rest = claimIn(rule, state, scaled, { ...place, mayFire: false });
  return (rest ?? play(rule, state, ['close'], scaled, place)).state;
}

/** Whether a candle's close alone makes the alert fire. */
export function firesAtClose(
  rule: AlertRule,
  state: AlertState,
  scaled: ScaledCandle,
  place: Place & { after: UnixSeconds },
): boolean {
  return play(rule, state, ['close'], scaled, place).event !== null;
}

/** Start of an unfinished confirmation; 0 if there is none. */
export function sinceOf({ tracker }: AlertState): UnixSeconds {
  const confirming = tracker.kind === 'market' ? null : tracker.confirming;
  return typeof confirming === 'number' ? confirming : (confirming?.since ?? 0);
}

function play(
  rule: AlertRule,
  before: AlertState,
  order: readonly Figure[],
  { candle, expo }: ScaledCandle,
  { length, after }: Place & { after: UnixSeconds },
): Claim {
  let state = before;
  let event: LevelEvent | null = null;
  for (const [index, extreme] of order.entries()) {
    const within = candle.start + Math.floor((length * (index + 1)) / (order.length + 2));
    const time = Math.max(within, after + 1 + index);
    const result = step(rule, state, observationOf(rule.feedId, candle[extreme], expo, time));
    ({ state } = result);
    const { what, missed = true } = result.firing ?? {};
    if (!missed && (what?.kind === 'crosses' || what?.kind === 'is')) event = what;
  }
  return { state, event };
}

/** An observation of an unsigned candle price. */
export function observationOf(feedId: string, price: bigint, expo: number, time: UnixSeconds) {
  const exact = exactOf(price, expo, time);
  const at = toMilliseconds(time);
  return {
    subjectId: feedId,
    isAnswer: true,
    at,
    trueAt: at,
    marketOpen: true,
    stale: false,
    latest: exact.source,
    fresh: exact,
    isLate: false,
    afterGap: false,
    afterPause: false,
  };
}

function exactOf(mantissa: bigint, expo: number, publishTime: UnixSeconds): ExactPrice {
  const digits = String(mantissa);
  const price = { mantissa, expo };
  const source = {
    price: digits,
    conf: '0',
    expo,
    emaPrice: digits,
    emaExpo: expo,
    publishTime,
    slot: null,
    marketOpen: true,
    stale: false,
    isVerified: true,
  };
  return { source, price, conf: { mantissa: 0n, expo }, ema: price };
}

/** Whether some or all prices of a candle lie on the side where the alert's condition is met. */
export function reaches(
  rule: AlertRule,
  { tracker }: AlertState,
  { candle, expo }: ScaledCandle,
): { some: boolean; all: boolean } {
  const { trigger } = rule;
  if (trigger.kind !== 'crosses' && trigger.kind !== 'is') return { some: false, all: false };
  const seen = tracker.kind === 'crossing' ? tracker.seen : null;
  const wanted = trigger.kind === 'is' ? trigger.side : trigger.direction;
  const side = wanted === 'either' ? otherSide(seen ?? 'below') : wanted;
  const level = ruleNumber(trigger.level);
  const has = (extreme: Extreme): boolean =>
    isBeyond(exactOf(candle[extreme], expo, candle.start), level, side, false);
  const [far, near] = side === 'above' ? (['high', 'low'] as const) : (['low', 'high'] as const);
  return { some: has(far), all: has(near) };
}
