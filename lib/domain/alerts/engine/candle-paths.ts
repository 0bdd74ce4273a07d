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

/** A candle and when its prices may have been. */
export interface Place {
  readonly candle: Candle;
  readonly expo: number;
  readonly start: UnixSeconds;
  /** Time of the last possible price. */
  readonly end: UnixSeconds;
  readonly bound: Bound;
  /** Sorts by count, the bound first. */
  readonly sign: 1 | -1;
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
  const [gate, sign] = bound === 'least' ? ([start, 1] as const) : ([end, -1] as const);
  return { candle, expo, start, end, bound, sign, gate, mayNotCount };
}

/** A possible state within a candle, and which extremes the price has reached. */
interface Visit {
  readonly state: AlertState;
  readonly high: boolean;
  readonly low: boolean;
}

/** The possible states after a candle; `null` if the alert may have triggered too often in it. */
export function throughCandle(
  rule: AlertRule,
  before: readonly AlertState[],
  place: Place,
): readonly AlertState[] | null {
  const { open, high, low, close } = place.candle;
  const isUnchangedBy = (price: bigint): boolean =>
    before.every((state) => stepAt(rule, state, price, place).every((after) => after === state));
  // A price between two prices that change nothing changes nothing either.
  if (isUnchangedBy(high) && isUnchangedBy(low)) return before;
  const extremes = [high, low];
  const all = [...extremes, ...pricesNearLevel(rule, place)];
  const most = MOST_IN_CANDLE + Math.max(...before.map(({ count }) => count));
  // A candle does not show in which order it had its prices, so any may follow. Those after as many
  // prices come together: of two cooldowns, counts compare only at about the same time.
  const visits: Visit[] = [];
  const next = before.flatMap((state) =>
    visit(rule, { state, high: false, low: false }, open, place),
  );
  for (const each of next) {
    if (each.state.count > most) return null;
    if (addVisit(visits, each, rule, place)) {
      const prices = sinceOf(each.state) > 0 ? all : extremes;
      next.push(...prices.flatMap((price) => visit(rule, each, price, place)));
    }
  }
  const ends: Visit[] = [];
  for (const each of visits.filter((one) => one.high && one.low)) {
    for (const end of visit(rule, each, close, place)) addVisit(ends, end, rule, place);
  }
  return ends.map(({ state }) => state).toSorted((a, b) => (a.count - b.count) * place.sign);
}

/** What a price of the candle may lead to. */
function visit(rule: AlertRule, from: Visit, price: bigint, place: Place): Visit[] {
  const after = stepAt(rule, from.state, price, place);
  const { high, low } = place.candle;
  return (place.mayNotCount ? [from.state, ...after] : after).map((state) => ({
    state,
    high: from.high || price === high,
    low: from.low || price === low,
  }));
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

/** Adds a state, unless an alert cannot trigger least or most often from it. Drops such others. */
function addVisit(visits: Visit[], added: Visit, rule: AlertRule, { sign }: Place): boolean {
  const isBoth = isTwoWay(rule);
  const isCovered = (by: Visit, { state, high, low }: Visit): boolean => {
    if (by.high < high || by.low < low) return false;
    const ahead = (state.count - by.state.count) * sign;
    if (ahead !== 0) return ahead > (isBoth ? 1 : 0);
    const later = (sinceOf(by.state) - sinceOf(state)) * sign;
    return (
      isSameTracker(by.state, state) &&
      (isBoth ? later === 0 : later >= 0) &&
      (cooledAt(by.state) - cooledAt(state)) * sign >= 0
    );
  };
  if (visits.some((by) => isCovered(by, added))) return false;
  visits.splice(0, visits.length, ...visits.filter((other) => !isCovered(added, other)), added);
  return true;
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
