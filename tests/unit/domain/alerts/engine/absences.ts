import { lookBack } from '../../../../../lib/domain/alerts/engine/look-back.ts';
import { gateOf } from '../../../../../lib/domain/alerts/model/phase.ts';
import type { Firing } from '../../../../../lib/domain/alerts/model/firing.ts';
import type { AlertPrice } from '../../../../../lib/domain/alerts/model/price.ts';
import type { AlertRule } from '../../../../../lib/domain/alerts/model/rule.ts';
import type { AlertState } from '../../../../../lib/domain/alerts/model/state.ts';
import { START } from '../builders.ts';
import { awake, candlesOf, createChance, makeLevelRule, makeTicks } from './paths.ts';

const BASE = 10_000;
/** Signed prices asked for in an absence. */
const MAX_IN_ALL = 24;
/** A path that keeps crossing a level has more events than are mentioned. */
const MAX_CLAIMS = 50;
const MINUTE_MS = 60_000;

/** What an alert did, and what it would have done if the computer had been awake all the time. */
export interface Found {
  /** What signed prices could not show changed no state. */
  hasUnprovenStates?: boolean;
  rule: AlertRule;
  ticks: readonly AlertPrice[];
  truth: readonly Firing[];
  /** What it would have done without the prices that no candle shows. */
  visible: readonly Firing[];
  firings: readonly Firing[];
  /** What is only mentioned. */
  claims: readonly Firing[];
}

/** One seeded absence, with what a computer that stayed awake would have done. */
export function playAbsence(seed: number) {
  const chance = createChance(seed);
  const rule = makeLevelRule(chance, BASE);
  const ticks = makeTicks(chance, chance.pick([600, 3_600, 4 * 3_600]), BASE);
  const cut = chance.between(1, Math.max(1, Math.floor(ticks.length / 4)));
  const seen = awake(rule, ticks.slice(0, cut));
  const before = seen.feed.states[rule.id];
  const [from, until] = [ticks[cut - 1]?.publishTime ?? START, ticks.at(-1)?.publishTime ?? START];
  const missed = ticks.slice(cut, -1);
  if (!before || gateOf(rule, before, from * 1_000) === 'fired' || before.suspended) return null;
  const awakened = awake(rule, missed, seen.feed);
  // Lookups cannot see how often a price flutters.
  if (awakened.feed.states[rule.id]?.suspended) return null;
  const truth = awakened.firings;
  const seenTicks = withoutShared(missed, [before]);
  const visible = awake(rule, seenTicks, seen.feed).firings;
  const found = lookInto(rule, before, ticks, { from, until });
  return { rule, before, ticks: missed, truth, visible, ...found };
}

/** What an alert finds in the candles and signed prices of a time, and what it asked for. */
export function lookInto(
  rule: AlertRule,
  before: AlertState,
  ticks: readonly AlertPrice[],
  { from, until }: { from: number; until: number },
) {
  const times = { from, until, endedAt: until * 1_000 };
  const absence = { feedId: rule.feedId, ...times, hasSlept: true, tries: 0, alerts: [] };
  const places = { absence, length: 60, skewMs: 0, isOpenAt: () => true };
  const search = lookBack(rule, before, candlesOf(ticks), places);
  const asked: number[] = [];
  let given: AlertPrice | null = null;
  for (;;) {
    const { done, value } = search.next(given);
    if (done) return { asked, ...value };
    const isAllowed = asked.length < MAX_IN_ALL;
    if (isAllowed) asked.push(value);
    given = (isAllowed && ticks.find(({ publishTime }) => publishTime >= value)) || null;
  }
}

/**
 * Prices without those of a minute in which an alert's state changed before an absence: the extremes
 * of its candle may be of prices that the alert has processed.
 */
export function withoutShared(
  ticks: readonly AlertPrice[],
  states: readonly AlertState[],
): AlertPrice[] {
  const shared = new Set(states.map(({ asOf }) => minuteOf(asOf?.publishTime ?? 0)));
  return ticks.filter(({ publishTime }) => !shared.has(minuteOf(publishTime)));
}

/** What would have triggered if the computer had been awake, and should be found or mentioned. */
export function shownIn({ rule, truth, visible, ticks }: Found): readonly Firing[] {
  const hidden = onLevel(rule, ticks);
  const shown = truth.filter(
    ({ at }) => visible.some((each) => each.at === at) && !hidden.has(minuteOf(at / 1_000)),
  );
  return rule.repeat.mode === 'once' ? shown.slice(0, 1) : shown;
}

const minuteOf = (seconds: number): number => Math.floor(seconds / 60);

/** Sentences about what is wrong with what was found; empty: nothing. */
export function faultsOf(played: Found): string[] {
  const { firings, claims } = played;
  const ids = [...firings, ...claims].map(({ id }) => id);
  return [
    ...falseFirings(played),
    ...(new Set(ids).size < ids.length ? ['one is there twice'] : []),
    ...(claims.length < MAX_CLAIMS ? lostFirings(played) : []),
  ];
}

function falseFirings({ rule, ticks, truth, firings }: Found): string[] {
  const { trigger, confirmationSeconds } = rule;
  const isEither = trigger.kind === 'crosses' && trigger.direction === 'either';
  // The cooldown after an unproven event is unknown, and so is whether the price stayed on one
  // side.
  const isExact = cooldownOf(rule) === 0 && !(isEither && confirmationSeconds > 0);
  return firings.flatMap((firing, index) => {
    const real = truth[index];
    const faults = [
      isExact && !real && 'triggered more often than it happened',
      // The k-th never comes before the k-th of a computer that was awake.
      isExact && real && firing.at < real.at && 'triggered before it happened',
      !isBeyondAt(firing, ticks) && 'the price is not beyond the level',
      firing.missed && 'triggered, but missed',
    ];
    return faults.flatMap((fault) => (fault ? [`${fault}, at ${firing.at}`] : []));
  });
}

function lostFirings(played: Found): string[] {
  const { rule, firings, claims } = played;
  // Candles have no confidence, so they cannot show that a confirmation was certain all the time.
  if (played.hasUnprovenStates && rule.certain && rule.confirmationSeconds > 0) return [];
  const shown = shownIn(played);
  const times = [...firings, ...claims].map(({ at }) => at).toSorted((a, b) => a - b);
  if (shown.length > 0 && times.length === 0) return ['all are lost'];
  // Candles cannot show whether a price stayed beyond a level for less than their length.
  if (rule.confirmationSeconds > 0) return [];
  if (cooldownOf(rule) > 0 || rule.certain) {
    // What was found late moves the cooldown.
    const laterMs = cooldownOf(rule) * 1_000 + MINUTE_MS;
    const isLost = ({ at }: Firing, index: number): boolean => {
      const since = (shown[index - 1]?.at ?? -Infinity) - laterMs - MINUTE_MS;
      return times.every((time) => time < since || time > at + laterMs);
    };
    return shown.filter(isLost).map(({ at }) => `lost at ${at}`);
  }
  // Candles show one event a minute, and none later than it happened.
  const minutes = [...new Set(shown.map(({ at }) => minuteOf(at / 1_000)))];
  return minutes
    .filter((minute, index) => minuteOf((times[index] ?? Infinity) / 1_000) > minute)
    .map((minute) => `minute ${minute} is lost`);
}

/**
 * Minutes whose prices do not pass the level, after a candle that closed on the level itself: neither
 * shows from which side the price came.
 */
function onLevel({ trigger }: AlertRule, ticks: readonly AlertPrice[]): Set<number> {
  const level = 'level' in trigger ? BigInt(trigger.level.replace('.', '')) : 0n;
  const { candles } = candlesOf(ticks);
  const hidden = candles.filter(
    ({ low, high }, index) =>
      (high <= level || low >= level) && candles[index - 1]?.close === level,
  );
  return new Set(hidden.map(({ start }) => minuteOf(start)));
}

function cooldownOf({ repeat }: AlertRule): number {
  return repeat.mode === 'once' ? 0 : repeat.cooldownSeconds;
}

/** Whether a firing is on a signed price beyond the level. */
function isBeyondAt({ what, at }: Firing, ticks: readonly AlertPrice[]): boolean {
  const price = ticks.find(({ publishTime }) => publishTime * 1_000 === at);
  if (!price || (what.kind !== 'crosses' && what.kind !== 'is')) return false;
  const side = what.kind === 'is' ? what.side : what.direction;
  const level = Number(what.level) * 100;
  return side === 'above' ? Number(price.price) > level : Number(price.price) < level;
}
