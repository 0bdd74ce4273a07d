// How often a price moved by an amount within a time, as far as candles show.
import type { Candle } from '../../../history-service/index.ts';
import type { UnixSeconds } from '../../../base/units.ts';
import { powerOfTen } from '../../prices/arithmetic.ts';
import type { RuleOf } from '../model/rule.ts';
import type { MoveDirection } from '../model/trigger.ts';
import { ruleNumber } from './levels.ts';
import { slices, type CandleHistory, type InSlices } from './candle-history.ts';
import { windowSlack } from './move-window.ts';

type Rule = RuleOf<'moves'>;

// The state machine triggers at the first price that completes a move from a price at or after the
// last trigger. So it triggers at least as often as any series of consecutive moves, and at most as
// often as the longest series, in which each move ends as early as possible.

/** When moves certainly ended, to within a candle. */
export function* leastMoves(rule: Rule, history: CandleHistory): InSlices<UnixSeconds[]> {
  const { length, since } = history;
  const seconds = windowOf(rule) - windowSlack(windowOf(rule));
  // It is uncertain how long a price stayed beyond the move's end.
  if (rule.confirmationSeconds > 0) return [];
  const moved = moveTest(rule, history.series.expo);
  const isWithin = (from: Candle, to: Candle): boolean =>
    to.start + length - 1 - from.start <= seconds;
  const times: UnixSeconds[] = [];
  let before = createExtremes(isWithin);
  for (const candle of slices(rule, { ...history, since: -Infinity }, 'allOpen')) {
    if (!candle) yield undefined;
    if (!candle) continue;
    const { start, open, high, low, close } = candle;
    before.dropBefore(candle);
    const lowest = min(before.low(), open);
    const highest = max(before.high(), open);
    const isMove =
      moved('up', lowest, high) ||
      moved('up', low, close) ||
      moved('down', highest, low) ||
      moved('down', high, close);
    const last = times.at(-1);
    const cooldown = cooldownOf(rule);
    const isCooling = last !== undefined && cooldown > 0 && start < last + length - 1 + cooldown;
    if (isMove && length - 1 <= seconds && start >= since && !isCooling) {
      times.push(start);
      if (rule.repeat.mode === 'once') return times;
      before = createExtremes(isWithin);
      before.add({ ...candle, low: close, high: close });
    } else before.add(candle);
  }
  return times;
}

/** The most often that the alert could have triggered; `null` if candles set no bound. */
export function* mostMoves(rule: Rule, history: CandleHistory): InSlices<number | null> {
  const { length, since } = history;
  const cooldown = cooldownOf(rule);
  const moved = moveTest(rule, history.series.expo);
  const isWithin = (from: Candle, to: Candle): boolean =>
    to.start - from.start - length < windowOf(rule);
  let before = createExtremes(isWithin);
  let count = 0;
  let last = -Infinity;
  for (const candle of slices(rule, { ...history, since: -Infinity }, 'anyOpen')) {
    if (!candle) yield undefined;
    if (!candle) continue;
    const { start, high, low } = candle;
    before.dropBefore(candle);
    before.add(candle);
    const first = Math.max(start, last + cooldown);
    const left = start + length - 1 - first;
    if (start < since || left < 0 || !hasMoved(moved, before, candle)) continue;
    if (rule.repeat.mode === 'once') return 1;
    const mayRepeat = moved('up', low, high) || moved('down', high, low);
    if (mayRepeat && cooldown === 0) return null;
    const repeats = mayRepeat ? Math.floor(left / cooldown) : 0;
    count += 1 + repeats;
    last = first + repeats * cooldown;
    before = createExtremes(isWithin);
    before.add(candle);
  }
  return count;
}

type MoveTest = (direction: MoveDirection, from: bigint, to: bigint) => boolean;

function hasMoved(moved: MoveTest, { low, high }: Extremes, to: Candle): boolean {
  return moved('up', low() ?? to.low, to.high) || moved('down', high() ?? to.high, to.low);
}

/** Whether a price is far enough from another for the rule. */
function moveTest({ trigger: { by, direction: wanted } }: Rule, expo: number): MoveTest {
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

type Extremes = ReturnType<typeof createExtremes>;

/** The lowest low and the highest high of the latest candles. */
function createExtremes(isWithin: (from: Candle, to: Candle) => boolean) {
  let lows: Candle[] = [];
  let highs: Candle[] = [];
  return {
    low: () => lows[0]?.low,
    high: () => highs[0]?.high,
    add(candle: Candle): void {
      while (lows.length > 0 && (lows.at(-1)?.low ?? 0n) >= candle.low) lows.pop();
      while (highs.length > 0 && (highs.at(-1)?.high ?? 0n) <= candle.high) highs.pop();
      lows.push(candle);
      highs.push(candle);
    },
    dropBefore(candle: Candle): void {
      const isKept = (from: Candle): boolean => isWithin(from, candle);
      if (lows[0] && !isKept(lows[0])) lows = lows.filter(isKept);
      if (highs[0] && !isKept(highs[0])) highs = highs.filter(isKept);
    },
  };
}

function min(a: bigint | undefined, b: bigint): bigint {
  return a === undefined || b < a ? b : a;
}

function max(a: bigint | undefined, b: bigint): bigint {
  return a === undefined || b > a ? b : a;
}

function cooldownOf({ repeat }: Rule): number {
  return repeat.mode === 'once' ? 0 : repeat.cooldownSeconds;
}

function windowOf({ trigger: { since } }: Rule): number {
  return since.from === 'window' ? since.seconds : 0;
}
