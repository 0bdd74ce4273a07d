import { distanceTo } from '../../alerts/distance.ts';
import { isWatching, phaseOf } from '../../alerts/phase.ts';
import type { AlertRule } from '../../alerts/rule.ts';
import type { Figures } from '../../alerts/sample.ts';
import type { AlertState, Point } from '../../alerts/state.ts';
import {
  absoluteDecimal,
  compareDecimals,
  multiplyDecimals,
  subtractDecimals,
} from '../../prices/arithmetic.ts';
import { toDecimal, type Decimal } from '../../prices/decimal.ts';
import type { Reach } from '../../storage/alert-reach.ts';

// As far apart as polls come, so that a move is the same thing whether prices stream or not.
const STEP_SECONDS = 25;
// A move over a longer silence says nothing of what the next half minute may bring.
const LONGEST_STEP_SECONDS = 90;
const MAX_POINTS = 13;

/** Near begins within this many of the largest recent moves, and ends beyond the other number. */
const ENTERS_WITHIN = 3n;
const LEAVES_BEYOND = 6n;
/** A stream that was opened stays this long: opening one costs a request. */
const HOLD_MS = 2 * 60_000;
// The end of that time is not moved with every price.
const HOLD_STEP_MS = 10_000;

interface Surroundings {
  readonly rules: readonly AlertRule[];
  /** By alert id. */
  readonly states: Readonly<Record<string, AlertState>>;
  /** The latest price; `null`: none is known, or none that counts. */
  readonly figures: Figures | null;
  /** Unix milliseconds. */
  readonly now: number;
}

/**
 * Follows how far a feed's price moves between polls, and tells whether an armed level lies within
 * three times the largest of the last twelve such moves. With hysteresis: near ends beyond six
 * times that move, and not within two minutes, unless no alert waits for a level any more.
 */
export function nextReach(before: Reach | null, around: Surroundings): Reach {
  const { figures, now } = around;
  const points = figures ? withPoint(before?.points ?? [], figures) : (before?.points ?? []);
  const move = largestMove(points);
  const distance = nearestLevel(around);
  const isWithin = (moves: bigint): boolean =>
    distance !== null && move !== null && compareDecimals(distance, times(move, moves)) <= 0;
  const enters = isWithin(ENTERS_WITHIN);
  const until = enters ? holdFrom(now, before?.until ?? 0) : (before?.until ?? 0);
  // Further ahead than ever set: the clock was set back.
  const isHeld = now < until && until - now <= HOLD_MS;
  const stays = before?.isNear === true && (isHeld || isWithin(LEAVES_BEYOND));
  const isNear = enters || (stays && isAnyWatching(around));
  return { points, isNear, until };
}

function holdFrom(now: number, before: number): number {
  const full = now + HOLD_MS;
  return before <= full && full - before < HOLD_STEP_MS ? before : full;
}

function withPoint(points: Point[], { sample }: Figures): Point[] {
  const { price, expo, publishTime: time } = sample;
  const last = points.at(-1);
  if (last && time >= last.time && time - last.time < STEP_SECONDS) return points;
  // A time before the last one: another clock or service; what was known does not go with it.
  const kept = last && time < last.time ? [] : points;
  return [...kept, { price, expo, time }].slice(-MAX_POINTS);
}

function largestMove(points: readonly Point[]): Decimal | null {
  let largest: Decimal | null = null;
  for (const [index, point] of points.entries()) {
    const before = points[index - 1];
    if (!before || point.time - before.time > LONGEST_STEP_SECONDS) continue;
    const from = toDecimal(before.price, before.expo);
    const to = toDecimal(point.price, point.expo);
    if (!from || !to) continue;
    const move = absoluteDecimal(subtractDecimals(to, from));
    if (largest === null || compareDecimals(move, largest) > 0) largest = move;
  }
  return largest;
}

function isAnyWatching({ rules, states, now }: Surroundings): boolean {
  return rules.some((rule) => isWatching(phaseOf(rule, stateOf(rule, states), now)));
}

function stateOf({ id }: AlertRule, states: Surroundings['states']): AlertState | null {
  return Object.hasOwn(states, id) ? (states[id] ?? null) : null;
}

/** From the price to the nearest level at which an alert could fire now, without sign. */
function nearestLevel({ rules, states, figures, now }: Surroundings): Decimal | null {
  if (!figures) return null;
  let nearest: Decimal | null = null;
  for (const rule of rules) {
    const state = stateOf(rule, states);
    const phase = phaseOf(rule, state, now);
    if (phase !== 'armed' && phase !== 'confirming') continue;
    if (rule.onlyWhileOpen && !figures.sample.marketOpen) continue;
    const distance = distanceTo(rule, state, figures);
    const amount = distance && absoluteDecimal(distance.amount);
    if (amount && (nearest === null || compareDecimals(amount, nearest) < 0)) nearest = amount;
  }
  return nearest;
}

function times(move: Decimal, count: bigint): Decimal {
  return multiplyDecimals(move, { mantissa: count, expo: 0 });
}
