import { magnitude, roundToExponent } from '../../prices/arithmetic.ts';
import { toShortDecimalString, type Decimal } from '../../prices/decimal.ts';
import { hasTrigger, type AlertRule } from '../model/rule.ts';
import type { Side } from '../model/trigger.ts';
import type { CandleHistory, InSlices } from './candle-history.ts';
import { rehearseCandles } from './rehearse.ts';

/** Significant digits of a suggested level. */
const DIGITS = 4;
/** Number of levels to try, the farthest first, before searching between two of them. */
const LOOKS = 12;
/** In seconds. Several triggers within a day count as one. */
const COOLDOWN = 86_400;
/** A level that would have triggered more than this many times as often as wanted is rejected. */
const TOLERANCE = 2;

/**
 * A level far beyond the last price at which the repeating alert would have triggered at least
 * `wanted` times, at most once a day. A plain decimal; `null` if none was found.
 */
export function* levelByFrequency(
  rule: AlertRule,
  history: CandleHistory,
  wanted: number,
): InSlices<string | null> {
  const side = sideOfRule(rule);
  const steps = side && stepsBeyond(side, history);
  if (!steps) return null;
  const countAt = function* (step: number): InSlices<number> {
    return (yield* rehearseCandles(repeatingAt(rule, steps.level(step)), history)).times.length;
  };
  // A level farther away usually triggers less often, but not always, for example after a trend. A
  // search that relied on it missed the level in a fifth of the months tried for a currency pair.
  const stride = Math.ceil(steps.count / LOOKS);
  let [near, far, found] = [steps.count, steps.count + 1, 0];
  while (near > 0) {
    found = yield* countAt(near);
    if (found >= wanted) break;
    [near, far] = [Math.max(0, near - stride), near];
  }
  while (far - near > 1) {
    const middle = Math.floor((near + far) / 2);
    const count = yield* countAt(middle);
    if (count < wanted) far = middle;
    else [near, found] = [middle, count];
  }
  return found >= wanted && found <= wanted * TOLERANCE ? steps.level(near) : null;
}

function sideOfRule(rule: AlertRule): Side | null {
  if (!hasTrigger(rule, 'crosses')) return null;
  return rule.trigger.direction === 'either' ? null : rule.trigger.direction;
}

/** Round numbers from the last price to the farthest one since `since`. */
function stepsBeyond(side: Side, { series: { candles, expo }, since }: CandleHistory) {
  const counted = candles.filter(({ start }) => start >= since);
  const last = counted.at(-1);
  if (!last) return null;
  const isAbove = side === 'above';
  const farthest = counted
    .map(({ high, low }) => (isAbove ? high : low))
    .reduce((a, b) => (b > a === isAbove ? b : a));
  const price: Decimal = { mantissa: last.close, expo };
  const step = Math.max(expo, magnitude(price) - DIGITS + 1);
  const first = roundToExponent(price, step).mantissa;
  const end = roundToExponent({ mantissa: farthest, expo }, step).mantissa;
  const distance = Number(isAbove ? end - first : first - end);
  const level = (steps: number): string =>
    toShortDecimalString({ mantissa: first + BigInt(isAbove ? steps : -steps), expo: step });
  return { count: Math.max(0, distance), level };
}

function repeatingAt(rule: AlertRule, level: string): AlertRule {
  const { trigger } = rule;
  if (trigger.kind !== 'crosses') return rule;
  const repeat = { mode: 'repeating', cooldownSeconds: COOLDOWN } as const;
  return { ...rule, trigger: { ...trigger, level }, repeat };
}
