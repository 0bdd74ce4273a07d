// Finds what alerts on levels missed: candles show where to look, and signed prices decide.
import type { Candle, CandleSeries } from '../../../history-service/index.ts';
import { isDeepEqual } from '../../../base/deep-equal.ts';
import { toMilliseconds, toSeconds, type UnixSeconds } from '../../../base/units.ts';
import type { LevelEvent } from '../model/event.ts';
import type { Firing } from '../model/firing.ts';
import type { AlertRule } from '../model/rule.ts';
import type { AlertState } from '../model/state.ts';
import { claimIn, firesAtClose, sinceOf, stateAfterFiring, type Claim } from './candle-claims.ts';
import {
  awayOf,
  isConfirming,
  prove,
  stretchBeyond,
  withoutConfirmation,
  type LookBackOptions,
  type Probes,
  type Proven,
} from './prove-claim.ts';
import { createQuietZone } from './quiet-zone.ts';
import { stateFor, withWaits } from './with-waits.ts';

/** A service with false candles must not fill the history. */
const MAX_CLAIMS = 50;

export interface LookBackResult {
  /** Firings that signed prices prove, and the state after them. */
  firings: Firing[];
  state: AlertState;
  /** Firings that only candles show. They change no state. */
  claims: Firing[];
}

/**
 * Looks into an absence for one alert, with the alert's own state machine. Yields the times at
 * which it needs signed prices, and receives each price.
 */
export function* lookBack(
  rule: AlertRule,
  before: AlertState,
  { candles, expo }: CandleSeries,
  whole: LookBackOptions,
): Probes<LookBackResult> {
  const options = afterProcessed(before, whole);
  const within = { expo, candles: candles.filter((candle) => overlaps(candle, options)) };
  const found = yield* lookAtCandles(rule, before, within, options);
  const isUnbroken = found.firings.length === 0 && lastsThrough(rule, before, within, options);
  // The alert triggers once the confirmation is over, so there is nothing to mention.
  return isUnbroken ? { firings: [], claims: [], state: before } : found;
}

function* lookAtCandles(
  rule: AlertRule,
  before: AlertState,
  series: CandleSeries,
  options: LookBackOptions,
): Probes<LookBackResult> {
  const { absence, length, isOpenAt } = options;
  const { wide, strict } = adaptedTo(rule, length);
  const firings: Firing[] = [];
  const claims: Firing[] = [];
  const quiet = createQuietZone(wide);
  // A cooldown that ends within a candle may have ended before or after its crossing.
  const widened = (state: AlertState): AlertState => stateFor(wide, coolingBy(state, -3 * length));
  const held = stateFor(strict, coolingBy(before, length));
  let proven = withoutConfirmation(held);
  let claimed = widened(held);
  let after = absence.from;
  let isAhead = isConfirming(before);
  let confirmingFrom = 0;
  for (const [index, candle] of series.candles.entries()) {
    if (candle.start + length <= after) continue;
    if (quiet.has(claimed, candle)) continue;
    const scaled = { candle, expo: series.expo };
    const claimOf = (state: AlertState, mayFire = true): Claim | null =>
      claimIn(wide, state, scaled, { length, after, mayFire });
    // If candles claimed more than was proven, the proven state may still catch up.
    const late: Claim | null = isAhead ? claimOf(widened(proven), false) : null;
    const claim: Claim | null = claimOf(claimed) ?? late;
    if (!claim && !isAhead) quiet.add(claimed, candle);
    if (!claim || (rule.onlyWhileOpen && !isOpenAt(candle.start))) continue;
    const heldFrom = isConfirming(claimed) ? confirmingFrom : index;
    const place = {
      ...options,
      after,
      stretch: series.candles.slice(heldFrom),
      series,
      held: isConfirming(before) && sinceOf(claimed) === sinceOf(before) ? held : null,
    };
    const proof: Proven | null = yield* prove(strict, proven, claim, place);
    if (proof) [proven, after] = [proof.state, proof.until];
    if (proof?.firing) firings.push(proof.firing);
    if (proof?.firing && rule.repeat.mode === 'once') break;
    // Its extremes may be of prices that the alert has processed.
    const isOld =
      claim.event !== null &&
      candle.start <= processedUntil(rule, before) &&
      !firesAtClose(wide, claimed, scaled, { length, after });
    if (!proof?.firing && claim.event && !isOld && claims.length < MAX_CLAIMS) {
      claims.push(claimFiring(rule, claim.event, candle, options));
    }
    const isProven = proof !== null && (claim.event === null || proof.firing !== undefined);
    if (!isConfirming(claimed)) confirmingFrom = index;
    if (isProven && claim !== late) claimed = widened(proven);
    else if (claim !== late && !isOld) claimed = claim.state;
    if (proof?.firing || isOld)
      claimed = stateAfterFiring(wide, claimed, scaled, { length, after });
    isAhead = !isDeepEqual(claimed.tracker, proven.tracker);
  }
  return { firings, claims, state: asStored(rule, { before, proven }, firings) };
}

/** Whether a confirmation from before the absence lasted to its end, as far as candles show. */
function lastsThrough(
  rule: AlertRule,
  before: AlertState,
  series: CandleSeries,
  options: LookBackOptions,
): boolean {
  const { absence, length } = options;
  if (!isConfirming(before) || rule.certain) return false;
  const run = stretchBeyond(rule, before, { ...options, series, stretch: series.candles });
  const last = run.at(-1);
  return (
    run[0] !== undefined &&
    last !== undefined &&
    run[0].start <= absence.from &&
    last.start + length >= absence.until
  );
}

/** Excludes prices that were already processed. */
function afterProcessed({ asOf }: AlertState, options: LookBackOptions): LookBackOptions {
  const { absence } = options;
  const from = Math.max(absence.from, asOf?.publishTime ?? 0);
  return { ...options, absence: { ...absence, from } };
}

/** When the alert's state last changed. Later prices before the absence met no condition. */
function processedUntil({ armedAt }: AlertRule, { asOf, watchesSince }: AlertState): UnixSeconds {
  return Math.max(asOf?.publishTime ?? 0, toSeconds(Math.max(armedAt, watchesSince)));
}

function overlaps({ start }: Candle, { absence, length }: LookBackOptions): boolean {
  return start + length > absence.from && start < absence.until;
}

function adaptedTo(rule: AlertRule, length: number): Record<'wide' | 'strict', AlertRule> {
  return {
    // The most permissive rule that candles allow. It decides only where to look and what to claim.
    wide: repeating(withWaits(rule, { confirmation: -2 * length, cooldown: -2 * length })),
    // A proven event may have happened up to a candle earlier. Even then, it must not be within a
    // cooldown.
    strict: withWaits(rule, { confirmation: 0, cooldown: length }),
  };
}

/** A claim by candles must not complete a one-time alert. */
function repeating(rule: AlertRule): AlertRule {
  return rule.repeat.mode === 'once'
    ? { ...rule, repeat: { mode: 'repeating', cooldownSeconds: 0 } }
    : rule;
}

/** Converts a state of the adapted rule back to one of `rule`. */
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

/** Start of the first candle that may have changed the alert; `null` if none may. */
export function firstClaim(
  rule: AlertRule,
  before: AlertState,
  { candles, expo }: CandleSeries,
  whole: LookBackOptions,
): UnixSeconds | null {
  const options = afterProcessed(before, whole);
  const { absence, length } = options;
  const quiet = createQuietZone(rule);
  const first = candles.find((candle) => {
    if (!overlaps(candle, options) || quiet.has(before, candle)) return false;
    if (claimIn(rule, before, { candle, expo }, { length, after: absence.from })) return true;
    quiet.add(before, candle);
    return false;
  });
  return first?.start ?? null;
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

/** The state with a cooldown that ends `seconds` later. */
function coolingBy(state: AlertState, seconds: number): AlertState {
  const { coolingUntil } = state;
  return coolingUntil === null ? state : { ...state, coolingUntil: coolingUntil + seconds * 1_000 };
}
