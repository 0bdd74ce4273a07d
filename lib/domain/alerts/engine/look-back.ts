// What alerts on levels missed: candles show where to look, and signed prices decide.
import type { Candle, CandleSeries } from '../../../history-service/index.ts';
import { isDeepEqual } from '../../../base/deep-equal.ts';
import { toMilliseconds, type UnixSeconds } from '../../../base/units.ts';
import type { Absence } from '../model/absence.ts';
import type { LevelEvent } from '../model/event.ts';
import type { Firing } from '../model/firing.ts';
import { toExactPrice, type AlertPrice } from '../model/price.ts';
import type { AlertRule } from '../model/rule.ts';
import type { AlertState } from '../model/state.ts';
import { claimIn, reaches, type Claim, type Place } from './candle-claims.ts';
import type { Observation } from './feed-watch.ts';
import { nextProbe } from './next-probe.ts';
import type { StepResult } from './outcome.ts';
import { createQuietZone } from './quiet-zone.ts';
import { step } from './step.ts';
import { stateFor, withWaits } from './with-waits.ts';

/** The most signed prices that are asked for to prove one event. */
export const MAX_PROBES = 8;
/** A service of false candles must not fill the history. */
const MAX_CLAIMS = 50;

export interface LookBackOptions extends Place {
  readonly absence: Absence;
  /** The local clock minus true time, in milliseconds. */
  readonly skewMs: number;
  /** Whether the feed's market was open. */
  readonly isOpenAt: (time: UnixSeconds) => boolean;
}

export interface LookBackResult {
  /** Those that signed prices prove, and the state after them. */
  firings: Firing[];
  state: AlertState;
  /** What only candles say. They change no state. */
  claims: Firing[];
}

/** Asks for the first signed price at or after a time; `null` if there is none that counts. */
export type Probes<T> = Generator<UnixSeconds, T, AlertPrice | null>;

/**
 * Looks into an absence for one alert, with the alert's own state machine. Yields the times at which it
 * needs signed prices, and takes each price back.
 */
export function* lookBack(
  rule: AlertRule,
  before: AlertState,
  series: CandleSeries,
  options: LookBackOptions,
): Probes<LookBackResult> {
  const { absence, length, isOpenAt } = options;
  // The widest that candles allow: it decides only where to look, and what to mention.
  const wide = repeating(withWaits(rule, { confirmation: -2 * length, cooldown: -2 * length }));
  // What is proven was so up to a candle earlier, and must not be within a cooldown then.
  const strict = withWaits(rule, { confirmation: 0, cooldown: length });
  const firings: Firing[] = [];
  const claims: Firing[] = [];
  const quiet = createQuietZone(wide);
  // A cooldown that ends within a candle may have ended before its crossing, or after it.
  const widened = (state: AlertState): AlertState => stateFor(wide, coolingBy(state, -3 * length));
  let proven = stateFor(strict, coolingBy(withoutConfirmation(before), length));
  let claimed = widened(proven);
  let after = absence.from;
  let isAhead = false;
  let confirmingFrom = 0;
  for (const [index, candle] of series.candles.entries()) {
    if (candle.start + length <= after || candle.start >= absence.until) continue;
    if (quiet.has(claimed, candle)) continue;
    const claimOf = (state: AlertState, mayFire = true): Claim | null =>
      claimIn(wide, state, { candle, expo: series.expo }, { ...options, after, mayFire });
    // Where candles claimed more than was proven, the proven state may still catch up.
    const late: Claim | null = isAhead ? claimOf(widened(proven), false) : null;
    const claim: Claim | null = claimOf(claimed) ?? late;
    if (!claim && !isAhead) quiet.add(claimed, candle);
    if (!claim || (rule.onlyWhileOpen && !isOpenAt(candle.start))) continue;
    const heldFrom = isConfirming(claimed) ? confirmingFrom : index;
    const place = { ...options, after, stretch: series.candles.slice(heldFrom), series };
    const proof: Proven | null = yield* prove(strict, proven, claim, place);
    if (proof) [proven, after] = [proof.state, proof.until];
    if (proof?.firing) firings.push(proof.firing);
    if (proof?.firing && rule.repeat.mode === 'once') break;
    if (!proof?.firing && claim.event && claims.length < MAX_CLAIMS) {
      claims.push(claimFiring(rule, claim.event, candle, options));
    }
    const isProven = proof !== null && (claim.event === null || proof.firing !== undefined);
    if (!isConfirming(claimed)) confirmingFrom = index;
    // What the first candle claims may have been before the absence.
    const isBefore = claim.event !== null && candle.start <= absence.from;
    if (isProven && claim !== late) claimed = widened(proven);
    else if (claim !== late && !isBefore) claimed = claim.state;
    // After what was proven, the rest of the candle may have gone back.
    const rest: Claim | null = proof?.firing ? claimOf(claimed, false) : null;
    claimed = rest?.state ?? claimed;
    isAhead = !isDeepEqual(claimed.tracker, proven.tracker);
  }
  return { firings, claims, state: asStored(rule, { before, proven }, firings) };
}

/** An alert that fires once is not done by what candles claim. */
function repeating(rule: AlertRule): AlertRule {
  return rule.repeat.mode === 'once'
    ? { ...rule, repeat: { mode: 'repeating', cooldownSeconds: 0 } }
    : rule;
}

/** The state as the rule itself would have it. */
function asStored(
  rule: AlertRule,
  { before, proven }: { before: AlertState; proven: AlertState },
  firings: readonly Firing[],
): AlertState {
  const state = stateFor(rule, proven);
  const last = firings.at(-1)?.at;
  if (last === undefined) return { ...state, coolingUntil: before.coolingUntil };
  if (rule.repeat.mode === 'once' || state.coolingUntil === null) return state;
  return { ...state, coolingUntil: last + rule.repeat.cooldownSeconds * 1_000 };
}

/** The start of the first candle that may have changed the alert; `null`: none may. */
export function firstClaim(
  rule: AlertRule,
  before: AlertState,
  { candles, expo }: CandleSeries,
  { absence, length }: LookBackOptions,
): UnixSeconds | null {
  const { from: after, until } = absence;
  const quiet = createQuietZone(rule);
  const first = candles.find((candle) => {
    if (candle.start + length <= after || candle.start >= until) return false;
    if (quiet.has(before, candle)) return false;
    if (claimIn(rule, before, { candle, expo }, { length, after })) return true;
    quiet.add(before, candle);
    return false;
  });
  return first?.start ?? null;
}

interface ProofOptions extends LookBackOptions {
  /** Prices up to this time do not count any more. */
  after: UnixSeconds;
  /** The candle of the claim, and those after it. */
  stretch: readonly Candle[];
  series: CandleSeries;
}

interface Proven extends StepResult {
  /** Publish time of the last price that counted. */
  until: UnixSeconds;
}

function* prove(
  rule: AlertRule,
  state: AlertState,
  claim: Claim,
  options: ProofOptions,
): Probes<Proven | null> {
  if (rule.confirmationSeconds === 0) return yield* proveInCandle(rule, state, claim, options);
  if (claim.event) return yield* proveStretch(rule, state, options);
  // A confirmation begins only where candles show that it was not interrupted.
  if (isConfirming(claim.state)) return null;
  const proven = yield* proveInCandle(rule, state, claim, options);
  return proven && { ...proven, state: withoutConfirmation(proven.state) };
}

/** Looks for signed prices within one candle that change the alert's state as claimed. */
function* proveInCandle(
  rule: AlertRule,
  before: AlertState,
  claim: Claim,
  options: ProofOptions,
): Probes<Proven | null> {
  const { stretch, series } = options;
  const [candle] = stretch;
  if (!candle) return null;
  const known: AlertPrice[] = [];
  const asked = new Set<UnixSeconds>();
  let reached = replay(rule, before, known, options);
  while (asked.size < MAX_PROBES) {
    const { expo } = series;
    const wants = (price: AlertPrice): boolean =>
      replay(rule, reached.state, [price], options).state !== reached.state;
    const time = nextProbe({ candle, expo, known, asked, wants }, options);
    if (time === null) return null;
    asked.add(time);
    const price = yield time;
    if (!price || !isWithin(price, candle, options)) continue;
    known.push(price);
    reached = replay(rule, before, known, options);
    const isDone = claim.event ? reached.firing !== undefined : reached.state !== before;
    if (isDone) return reached;
  }
  return null;
}

/**
 * Looks for two signed prices that span the confirmation, within candles that never leave the level's
 * side. The candles can only prevent it: the prices decide.
 */
function* proveStretch(
  rule: AlertRule,
  before: AlertState,
  options: ProofOptions,
): Probes<Proven | null> {
  const { after, length, absence } = options;
  // Candles have no confidence, so they cannot show that a whole interval stayed beyond the level.
  const run = rule.certain ? [] : stretchBeyond(rule, before, options);
  const [first] = run;
  const last = run.at(-1);
  if (!first || !last) return null;
  const limit = Math.min(last.start + length, absence.until);
  const beginning = Math.max(first.start, after + 1);
  if (limit - beginning <= rule.confirmationSeconds) return null;
  const known: AlertPrice[] = [];
  let time = beginning;
  for (let probes = 0; probes < MAX_PROBES && time < limit; probes += 1) {
    const price = yield time;
    if (!price || price.publishTime >= limit || price.publishTime <= after) return null;
    known.push(price);
    const reached = replay(rule, before, known, options);
    if (reached.firing) return reached;
    time = Math.max(price.publishTime + 1, beginning + rule.confirmationSeconds + probes);
  }
  return null;
}

/** The first candles in a row that lie on the level's side as a whole. */
function stretchBeyond(rule: AlertRule, before: AlertState, options: ProofOptions): Candle[] {
  const { stretch, length, series } = options;
  const run: Candle[] = [];
  for (const candle of stretch) {
    const previous = run.at(-1);
    if (previous && candle.start !== previous.start + length) break;
    const { some, all } = reaches(rule, before, { candle, expo: series.expo });
    if (!some) break;
    if (all) run.push(candle);
    else if (previous) break;
  }
  return run;
}

/** Plays signed prices, in their order, to the alert: until it fires. */
function replay(
  rule: AlertRule,
  before: AlertState,
  prices: readonly AlertPrice[],
  options: LookBackOptions,
): Proven {
  const inOrder = prices.toSorted((a, b) => a.publishTime - b.publishTime);
  let state = before;
  let until = options.absence.from;
  for (const price of inOrder) {
    const observation = toObservation(rule.feedId, price, options);
    const result = observation && step(rule, state, observation);
    if (!result || result.state === state) continue;
    until = price.publishTime;
    // A miss after another gap changes nothing.
    if (result.firing && !result.firing.missed) {
      return { ...result, firing: { ...result.firing, away: awayOf(options.absence) }, until };
    }
    ({ state } = result);
  }
  return { state, until };
}

function toObservation(
  feedId: string,
  latest: AlertPrice,
  { skewMs, isOpenAt }: LookBackOptions,
): Observation | null {
  const marketOpen = isOpenAt(latest.publishTime);
  const fresh = toExactPrice({ ...latest, marketOpen, stale: false });
  const trueAt = toMilliseconds(latest.publishTime);
  return (
    fresh && {
      subjectId: feedId,
      isAnswer: true,
      at: trueAt + skewMs,
      trueAt,
      marketOpen,
      stale: false,
      latest: fresh.source,
      fresh,
      isLate: false,
      afterGap: false,
      afterPause: false,
    }
  );
}

function isWithin(
  { publishTime }: AlertPrice,
  { start }: Candle,
  { length, absence, after }: ProofOptions,
): boolean {
  return (
    publishTime >= start &&
    publishTime < start + length &&
    publishTime > after &&
    publishTime < absence.until
  );
}

function claimFiring(
  { id: alertId, feedId }: AlertRule,
  event: LevelEvent,
  { start }: Candle,
  { absence, skewMs }: LookBackOptions,
): Firing {
  const at = toMilliseconds(Math.max(start, absence.from)) + skewMs;
  return {
    id: `${alertId}.candle-${start}.0`,
    alertId,
    feedId,
    at,
    what: { ...event, isClaimed: true },
    missed: true,
    away: awayOf(absence),
    price: null,
    delivered: 'pending',
    seenAt: null,
  };
}

function awayOf({ hasSlept }: Absence): 'slept' | 'offline' {
  return hasSlept ? 'slept' : 'offline';
}

function isConfirming({ tracker }: AlertState): boolean {
  return tracker.kind !== 'market' && tracker.confirming !== null;
}

/** A state whose cooldown ends so many seconds later. */
function coolingBy(state: AlertState, seconds: number): AlertState {
  const { coolingUntil } = state;
  return coolingUntil === null ? state : { ...state, coolingUntil: coolingUntil + seconds * 1_000 };
}

/** A confirmation in progress starts over: nothing shows what happened right after the last price. */
function withoutConfirmation(state: AlertState): AlertState {
  const { tracker } = state;
  if (tracker.kind === 'market' || tracker.confirming === null) return state;
  return { ...state, tracker: { ...tracker, confirming: null } };
}
