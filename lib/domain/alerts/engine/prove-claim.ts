// Finds signed prices that prove what candles claim.
import type { Candle, CandleSeries } from '../../../history-service/index.ts';
import { toMilliseconds, type UnixSeconds } from '../../../base/units.ts';
import type { Absence } from '../model/absence.ts';
import type { Firing } from '../model/firing.ts';
import { toExactPrice, type AlertPrice } from '../model/price.ts';
import type { AlertRule } from '../model/rule.ts';
import type { AlertState } from '../model/state.ts';
import { reaches, sinceOf, type Claim, type Place } from './candle-claims.ts';
import type { Observation } from './feed-watch.ts';
import { nextProbe } from './next-probe.ts';
import type { StepResult } from './outcome.ts';
import { step } from './step.ts';

/** Maximum number of signed prices requested to prove one event. */
const MAX_PROBES = 8;
export interface LookBackOptions extends Place {
  readonly absence: Absence;
  /** The local clock minus true time, in milliseconds. */
  readonly skewMs: number;
  /** Whether the feed's market was open. */
  readonly isOpenAt: (time: UnixSeconds) => boolean;
}

/** Yields a time and receives the first signed price at or after it; `null` if none counts. */
export type Probes<T> = Generator<UnixSeconds, T, AlertPrice | null>;

export interface ProofOptions extends LookBackOptions {
  /** Prices up to this time no longer count. */
  after: UnixSeconds;
  /** The candle of the claim, or where its confirmation began, and those after it. */
  stretch: readonly Candle[];
  series: CandleSeries;
  /** The state from before the absence, if its confirmation may continue. */
  held: AlertState | null;
}

export interface Proven extends StepResult {
  /** Publish time of the last price that counted. */
  until: UnixSeconds;
}

/** The state after signed prices that prove a claim; `null` without such prices. */
export function* prove(
  rule: AlertRule,
  state: AlertState,
  claim: Claim,
  options: ProofOptions,
): Probes<Proven | null> {
  if (rule.confirmationSeconds === 0) return yield* proveInCandle(rule, state, claim, options);
  if (claim.event) {
    const going = options.held && (yield* proveStretch(rule, options.held, options));
    return going ?? (yield* proveStretch(rule, state, options));
  }
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
 * Looks for two signed prices that span the confirmation, within candles that never leave the
 * level's side. Candles can only rule out a firing: the prices decide.
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
  const since = sinceOf(before);
  if (since > 0 && first.start > absence.from) return null;
  const beginning = since || Math.max(first.start, after + 1);
  if (limit - beginning <= rule.confirmationSeconds) return null;
  const known: AlertPrice[] = [];
  let time = since > 0 ? Math.max(after + 1, since + rule.confirmationSeconds) : beginning;
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

/** The first consecutive candles that lie entirely on the level's side. */
export function stretchBeyond(
  rule: AlertRule,
  before: AlertState,
  options: Pick<ProofOptions, 'stretch' | 'length' | 'series' | 'isOpenAt'>,
): Candle[] {
  const { stretch, length, series, isOpenAt } = options;
  const run: Candle[] = [];
  for (const candle of stretch) {
    const previous = run.at(-1);
    if (previous && candle.start !== previous.start + length) break;
    const { some, all } = reaches(rule, before, { candle, expo: series.expo });
    if (!some || (rule.onlyWhileOpen && !isOpenAt(candle.start))) break;
    if (all) run.push(candle);
    else if (previous) break;
  }
  return run;
}

/** Steps the alert through signed prices in order until it fires. */
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

export function awayOf({ hasSlept }: Absence): Firing['away'] {
  return hasSlept ? 'slept' : 'offline';
}

export function isConfirming(state: AlertState): boolean {
  return sinceOf(state) > 0;
}

/** Drops a confirmation in progress: nothing shows what happened right after the last price. */
export function withoutConfirmation(state: AlertState): AlertState {
  const { tracker } = state;
  if (tracker.kind === 'market' || tracker.confirming === null) return state;
  return { ...state, tracker: { ...tracker, confirming: null } };
}
