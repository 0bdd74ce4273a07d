// How often an alert would have triggered: one walk over its price's history.
import type { Candle } from '../../../history-service/index.ts';
import { toMilliseconds, type UnixSeconds } from '../../../base/units.ts';
import { powerOfTen } from '../../prices/arithmetic.ts';
import type { FeedAlerts } from '../model/feed-alerts.ts';
import type { AlertPrice, ExactPrice } from '../model/price.ts';
import { hasTrigger, type AlertRule, type RuleOf } from '../model/rule.ts';
import type { CrossingTracker } from '../model/state.ts';
import type { MoveDirection } from '../model/trigger.ts';
import type { CandleHistory, InSlices } from './candle-history.ts';
import { evaluate } from './evaluate.ts';
import { ruleNumber } from './levels.ts';
import { NEW_CROSSING, trackCrossing } from './track-crossing.ts';

/** Between two pauses. */
const CANDLES_IN_SLICE = 256;

/** When an alert would have triggered. */
export interface Rehearsal {
  /** To within a candle. */
  readonly times: readonly UnixSeconds[];
  /** Whether the count depends on what candles don't show, such as the order of their prices. */
  readonly isAbout: boolean;
}

/** Whether past prices show when an alert would have triggered. */
export function isRehearsable({ trigger }: AlertRule): boolean {
  return trigger.kind === 'crosses' || trigger.kind === 'moves' || trigger.kind === 'market';
}

/** When a market was open between two times. */
export interface MarketSessions {
  readonly since: UnixSeconds;
  readonly until: UnixSeconds;
  readonly open: readonly { readonly from: UnixSeconds; readonly until: UnixSeconds }[];
}

/** When an alert on a market's hours would have triggered, by the market's schedule. */
export function rehearseMarket(
  { trigger: { change } }: RuleOf<'market'>,
  { since, until, open }: MarketSessions,
): Rehearsal {
  const changes = open.flatMap((session) => [
    ...(change === 'closes' ? [] : [session.from]),
    ...(change === 'opens' ? [] : [session.until]),
  ]);
  // The first and the last session may be cut.
  return { times: changes.filter((time) => time > since && time < until), isAbout: false };
}

/** When an alert created with the first of these prices would have triggered from `since` on. */
export function rehearsePrices(
  edited: AlertRule,
  prices: readonly AlertPrice[],
  since: UnixSeconds,
): UnixSeconds[] {
  // Snoozed until `since`, the alert measures moves from earlier prices without triggering.
  const isEarly = (prices[0]?.publishTime ?? since) < since;
  const snoozedUntil = isEarly ? toMilliseconds(since) : null;
  const rule = { ...edited, enabled: true, expiresAt: null, armedAt: 0, snoozedUntil };
  const inputs = { rulesOf: () => [rule], areOn: true, reportsMissed: false, gap: Infinity };
  let feeds: ReadonlyMap<string, FeedAlerts> = new Map();
  const times: UnixSeconds[] = [];
  for (const latest of prices) {
    const at = toMilliseconds(latest.publishTime);
    const { marketOpen, stale } = latest;
    const answer = { subjectId: rule.feedId, isAnswer: true, at, trueAt: at };
    const result = evaluate([{ ...answer, marketOpen, stale, latest }], { ...inputs, feeds });
    if (result.feeds.size > 0) ({ feeds } = result);
    if (result.firings.some(({ missed }) => !missed)) times.push(latest.publishTime);
  }
  return times;
}

/** Walks an alert over candles, as if it had been created at the first one. */
export function* rehearseCandles(rule: AlertRule, history: CandleHistory): InSlices<Rehearsal> {
  if (hasTrigger(rule, 'crosses')) return yield* rehearseLevel(rule, history);
  if (hasTrigger(rule, 'moves')) return yield* rehearseMoves(rule, history);
  return { times: [], isAbout: false };
}

/**
 * The prices of a candle in the likely order: a candle that rose had its low first. The other order
 * may give another count.
 */
function pathOf({ open, high, low, close }: Candle): [bigint, bigint, bigint, bigint] {
  return close >= open ? [open, low, high, close] : [open, high, low, close];
}

interface Walk {
  readonly tracker: CrossingTracker;
  readonly coolingUntil: UnixSeconds;
  readonly times: readonly UnixSeconds[];
}

function* rehearseLevel(
  rule: RuleOf<'crosses'>,
  { series: { candles, expo }, since, length }: CandleHistory,
): InSlices<Rehearsal> {
  let walk: Walk = { tracker: NEW_CROSSING, coolingUntil: -Infinity, times: [] };
  let isAbout = false;
  /** Prices between these left the tracker as it is. */
  let quiet: { tracker: CrossingTracker; low: bigint; high: bigint } | null = null;
  for (const [index, candle] of candles.entries()) {
    if (index % CANDLES_IN_SLICE === 0) yield undefined;
    const { start, high, low } = candle;
    if (start < since) continue;
    const isCool = start >= walk.coolingUntil;
    const isQuiet: boolean =
      isCool && quiet?.tracker === walk.tracker && low >= quiet.low && high <= quiet.high;
    if (isQuiet) continue;
    const path = pathOf(candle);
    const [open, first, second, close] = path;
    const place = { start, expo, length };
    const next = through(rule, walk, path, place);
    const other = through(rule, walk, [open, second, first, close], place);
    isAbout ||=
      next.times.length !== other.times.length || next.tracker.seen !== other.tracker.seen;
    if (next.tracker === walk.tracker && isCool) {
      const known: { low: bigint; high: bigint } = quiet?.tracker === walk.tracker ? quiet : candle;
      quiet = {
        tracker: walk.tracker,
        low: low < known.low ? low : known.low,
        high: high > known.high ? high : known.high,
      };
    }
    walk = next;
    if (rule.repeat.mode === 'once' && walk.times.length > 0) break;
  }
  return { times: walk.times, isAbout };
}

function through(
  { trigger, repeat }: RuleOf<'crosses'>,
  before: Walk,
  path: readonly bigint[],
  { start, expo, length }: { start: UnixSeconds; expo: number; length: number },
): Walk {
  let { tracker, coolingUntil, times } = before;
  for (const [index, price] of path.entries()) {
    const at = start + Math.floor((length * index) / path.length);
    const mayFire = at >= coolingUntil;
    const tracked = trackCrossing(trigger, tracker, exactOf(price, expo), {
      afterGap: false,
      mayFire,
    });
    ({ tracker } = tracked);
    if (!tracked.event || !mayFire) continue;
    times = [...times, start];
    coolingUntil = at + (repeat.mode === 'once' ? 0 : repeat.cooldownSeconds);
  }
  return { tracker, coolingUntil, times };
}

/** Candles have no confidence. */
function exactOf(mantissa: bigint, expo: number): ExactPrice {
  const price = { mantissa, expo };
  const facts = { publishTime: 0, slot: null, marketOpen: true, stale: false };
  const source = { price: String(mantissa), conf: '0', expo, ...facts };
  return { source, price, conf: { mantissa: 0n, expo } };
}

function* rehearseMoves(
  rule: RuleOf<'moves'>,
  { series: { candles, expo }, since, length }: CandleHistory,
): InSlices<Rehearsal> {
  const { trigger, repeat } = rule;
  const moved = moveTest(rule, expo);
  const times: UnixSeconds[] = [];
  let isAbout = false;
  let coolingUntil = -Infinity;
  let lows: Extreme[] = [];
  let highs: Extreme[] = [];
  for (const [index, candle] of candles.entries()) {
    if (index % CANDLES_IN_SLICE === 0) yield undefined;
    const { start, low, high } = candle;
    isAbout ||= start >= since && (moved('up', low, high) || moved('down', high, low));
    for (const [step, price] of pathOf(candle).entries()) {
      const at = start + Math.floor((length * step) / 4);
      const oldest = at - trigger.withinSeconds;
      lows = within(lows, oldest);
      highs = within(highs, oldest);
      const hasMoved =
        moved('up', lows[0]?.price ?? price, price) ||
        moved('down', highs[0]?.price ?? price, price);
      if (hasMoved && at >= since && at >= coolingUntil) {
        times.push(start);
        if (repeat.mode === 'once') return { times, isAbout };
        coolingUntil = at + repeat.cooldownSeconds;
        [lows, highs] = [[], []];
      }
      addExtreme(lows, { at, price }, (a, b) => a >= b);
      addExtreme(highs, { at, price }, (a, b) => a <= b);
    }
  }
  return { times, isAbout };
}

interface Extreme {
  readonly at: UnixSeconds;
  readonly price: bigint;
}

function within(extremes: Extreme[], oldest: UnixSeconds): Extreme[] {
  const [first] = extremes;
  return first && first.at < oldest ? extremes.filter(({ at }) => at >= oldest) : extremes;
}

/** Drops the prices that can no longer be an extreme. */
function addExtreme(
  extremes: Extreme[],
  added: Extreme,
  isCovered: (earlier: bigint, price: bigint) => boolean,
): void {
  for (let last = extremes.at(-1); last && isCovered(last.price, added.price);) {
    extremes.pop();
    last = extremes.at(-1);
  }
  extremes.push(added);
}

type MoveTest = (direction: MoveDirection, from: bigint, to: bigint) => boolean;

/** Whether a price is far enough from another for the rule. */
function moveTest({ trigger: { by, direction: wanted } }: RuleOf<'moves'>, expo: number): MoveTest {
  const amount = ruleNumber(by.amount);
  const isPercent = by.unit === 'percent';
  const shift = isPercent ? amount.expo - 2 : amount.expo - expo;
  const [least, scale] = [amount.mantissa * powerOfTen(Math.max(0, shift)), -Math.min(0, shift)];
  const factor = powerOfTen(scale);
  return (direction, from, to) => {
    if (wanted !== 'either' && wanted !== direction) return false;
    const distance = direction === 'up' ? to - from : from - to;
    if (!isPercent) return distance * factor >= least;
    return from !== 0n && distance * factor >= (from < 0n ? -from : from) * least;
  };
}
