// What the prices of a candle may have done to an alert on a level, by its own state machine.
import type { Candle } from '../../../history-service/index.ts';
import { toMilliseconds, toSeconds, type UnixSeconds } from '../../../base/units.ts';
import { roundToExponent } from '../../prices/arithmetic.ts';
import { hasTrigger, type AlertRule, type RuleOf } from '../model/rule.ts';
import type { AlertState } from '../model/state.ts';
import { observationOf, sinceOf } from './candle-claims.ts';
import type { CandleHistory } from './candle-history.ts';
import { ruleNumber } from './levels.ts';
import { step } from './step.ts';

/** Whether the paths are those on which the alert triggers least or most often. */
export type Bound = 'least' | 'most';

/** An alert that may trigger more often within a candle has no useful bound. */
const MOST_IN_CANDLE = 60;

// A candle does not show the order of its extremes. Longer orders have no other effect.
const ORDERS = [
  ['high', 'low'],
  ['low', 'high'],
  ['high', 'low', 'high'],
  ['low', 'high', 'low'],
] as const;

type Figure = 'open' | 'high' | 'low' | 'close';

/** A candle and when its prices may have been. */
export interface Place {
  readonly candle: Candle;
  readonly expo: number;
  readonly length: number;
  readonly start: UnixSeconds;
  /** Time of the last possible price. */
  readonly end: UnixSeconds;
  readonly bound: Bound;
  /** A cooldown that ends later lasts for the whole candle. */
  readonly gate: UnixSeconds;
  /** Whether a price in it may have no effect. */
  readonly mayNotCount: boolean;
}

export function placeOf(
  rule: AlertRule,
  candle: Candle,
  { length, isOpenAt, series: { expo } }: CandleHistory,
  bound: Bound,
): Place {
  const { start } = candle;
  const end = start + length - 1;
  const isOpen = !rule.onlyWhileOpen || (isOpenAt(start) && isOpenAt(end));
  // Candles have no confidence, so a price may have been too uncertain.
  const mayNotCount = rule.certain || !isOpen;
  const gate = bound === 'least' ? start : end;
  return { candle, expo, length, start, end, bound, gate, mayNotCount };
}

/** The possible states after a candle; `null` if the alert may have triggered too often in it. */
export function throughCandle(
  rule: AlertRule,
  before: readonly AlertState[],
  place: Place,
): readonly AlertState[] | null {
  const isUnchangedBy = (figure: Figure): boolean =>
    before.every((state) =>
      stepAt(rule, state, place.candle[figure], place).every((after) => after === state),
    );
  // A price between two prices that change nothing changes nothing either.
  if (isUnchangedBy('high') && isUnchangedBy('low')) return before;
  const { repeat } = rule;
  const isUnlimited = repeat.mode === 'repeating' && repeat.cooldownSeconds === 0;
  const visitAll = (states: readonly AlertState[], order: readonly Figure[]) =>
    order.reduce((from, figure) => visit(rule, from, figure, place), states);
  let states = visitAll(before, ['open']);
  // The price reaches both extremes at least once, and may go on between them.
  for (let turn = 0; turn < (isUnlimited ? 2 : MOST_IN_CANDLE); turn += 1) {
    const all = ORDERS.flatMap((order) => visitAll(states, order));
    const after = extremesOf(rule, all, place);
    const isMore = countOf(after) > countOf(states);
    if (turn === 0 || isMore) states = after;
    if (!isMore || place.bound === 'least') return visitAll(states, ['close']);
  }
  return null;
}

/** The states after a price of the candle. */
function visit(
  rule: AlertRule,
  before: readonly AlertState[],
  figure: Figure,
  place: Place,
): readonly AlertState[] {
  let states = before;
  const isExtreme = figure === 'high' || figure === 'low';
  for (const price of isExtreme ? pricesNearLevel(rule, place) : []) {
    states = extremesOf(rule, [...states, ...stay(rule, states, price, place)], place);
  }
  const after = stay(rule, states, place.candle[figure], place);
  return place.mayNotCount ? extremesOf(rule, [...states, ...after], place) : after;
}

/**
 * Prices that the candle may have had within the reset distance. A crossing back from there needs
 * no confirmation, so it may matter that a crossing was confirmed there.
 */
function pricesNearLevel(rule: AlertRule, { candle: { low, high }, expo }: Place): bigint[] {
  if (!isTwoWay(rule)) return [];
  const level = roundToExponent(ruleNumber(rule.trigger.level), expo).mantissa;
  return [level + 1n, level - 1n].filter((price) => price > low && price < high);
}

/** A price that stays where it is can complete a confirmation. */
function stay(
  rule: AlertRule,
  before: readonly AlertState[],
  price: bigint,
  place: Place,
): readonly AlertState[] {
  const after = before.flatMap((state) => stepAt(rule, state, price, place));
  const again =
    rule.confirmationSeconds > 0
      ? after.flatMap((state) => stepAt(rule, state, price, place))
      : after;
  return extremesOf(rule, again, place);
}

function stepAt(rule: AlertRule, state: AlertState, price: bigint, place: Place): AlertState[] {
  const { at, publishTimes } = timesOf(rule, state, place);
  return publishTimes.map((publishTime) => {
    const observation = observationOf(rule.feedId, price, place.expo, publishTime);
    const after = step(rule, state, { ...observation, at: toMilliseconds(at) }).state;
    // How often it triggered within minutes is uncertain, so it is never auto-paused.
    return after === state ? state : { ...after, recent: [], asOf: null };
  });
}

/**
 * When a price is observed, and its publish time, which decides on confirmations. The bound decides
 * whether cooldowns and confirmations begin and end as early or as late as possible.
 */
function timesOf(rule: AlertRule, state: AlertState, place: Place) {
  const { start, end, bound } = place;
  const since = sinceOf(state);
  const isSilent = isCooling(state, place);
  const isLeast = bound === 'least';
  const slack = end - start;
  // A confirmation began at the end of its candle for `least`, at the start for `most`.
  const [latest, earliest] = isLeast ? [end + slack, start] : [end, start - slack];
  const silent = Math.max(start, toSeconds(state.lastFiredAt ?? 0));
  // The fewest triggers need late confirmations, unless a cooldown swallows the crossing.
  let ends = [isLeast === isSilent ? latest : earliest];
  if (since === 0) ends = [isLeast ? end : start];
  else if (isTwoWay(rule)) ends = [latest, earliest];
  return {
    at: isLeast ? (isSilent ? silent : end) : Math.min(end, Math.max(start, cooledAt(state))),
    publishTimes: ends.map((time) => Math.max(since, time)),
  };
}

export function isCooling(state: AlertState, { gate }: Pick<Place, 'gate'>): boolean {
  return cooledAt(state) > gate;
}

/** End of the last cooldown. */
export function cooledAt({ coolingUntil }: AlertState): UnixSeconds {
  return toSeconds(coolingUntil ?? 0);
}

/** Whether only prices can change the state, as long as it is cooling or not. */
export function isTimeless(state: AlertState, place: Place): boolean {
  return sinceOf(state) === 0 || (state.tracker.kind === 'condition' && isCooling(state, place));
}

/** Drops states from which an alert cannot trigger least or most often; sorts by that count. */
function extremesOf(
  rule: AlertRule,
  states: readonly AlertState[],
  { bound }: Place,
): readonly AlertState[] {
  if (states.length < 2) return states;
  const sign = bound === 'least' ? 1 : -1;
  const margin = isTwoWay(rule) ? 1 : 0;
  const goal = Math.min(...states.map(({ count }) => count * sign));
  const isCovered = (by: AlertState, state: AlertState): boolean =>
    by === state ||
    (by.count === state.count &&
      isSameTracker(by, state) &&
      cooledAt(by) * sign >= cooledAt(state) * sign &&
      (isTwoWay(rule)
        ? sinceOf(by) === sinceOf(state)
        : sinceOf(by) * sign >= sinceOf(state) * sign));
  const kept: AlertState[] = [];
  for (const state of states) {
    if (state.count * sign > goal + margin || kept.some((by) => isCovered(by, state))) continue;
    kept.splice(0, kept.length, ...kept.filter((other) => !isCovered(state, other)), state);
  }
  return kept.toSorted((a, b) => (a.count - b.count) * sign);
}

function isSameTracker({ tracker: a }: AlertState, { tracker: b }: AlertState): boolean {
  if (a.kind === 'crossing' && b.kind === 'crossing' && a.seen !== b.seen) return false;
  if (!('needsBand' in a && 'needsBand' in b)) return false;
  return a.needsBand === b.needsBand && (a.confirming === null) === (b.confirming === null);
}

/**
 * Whether an alert that missed a crossing may trigger later, when another one does not: on the way
 * back. Otherwise a state that triggered more often never falls behind.
 */
function isTwoWay(rule: AlertRule): rule is RuleOf<'crosses'> {
  const isEither = hasTrigger(rule, 'crosses') && rule.trigger.direction === 'either';
  return isEither && rule.confirmationSeconds > 0;
}

function countOf([first]: readonly AlertState[]): number {
  return first?.count ?? 0;
}
