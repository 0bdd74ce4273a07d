import {
  addDecimals,
  absoluteDecimal,
  compareDecimals,
  distanceBetween,
  magnitude,
  powerOfTen,
  roundToExponent,
} from '../../prices/arithmetic.ts';
import { toShortDecimalString, type Decimal } from '../../prices/decimal.ts';
import type { Side } from '../model/trigger.ts';
import { percentOf, ruleNumber, sideOf } from './levels.ts';

export interface Suggestion {
  /** A plain decimal, as a rule stores it. */
  readonly level: string;
  /** Relative to the price. */
  readonly side: Side;
  readonly why: 'percent' | 'round';
  /** Signed whole percent; `null` unless `why` is `percent`. */
  readonly percent: number | null;
}

const PERCENTS = [-5, -1, 1, 5];
const DIGITS = 6;
const ROUND_LEVELS_PER_SIDE = 2;

/**
 * Suggests ±1%, ±5% and the nearest round numbers, lowest first, without duplicates or the price
 * itself. Percentage levels have six significant digits but no more decimals than the price.
 */
export function suggestLevels(price: Decimal): Suggestion[] {
  const byLevel = new Map<string, { level: Decimal; suggestion: Suggestion }>();
  for (const { level, why, percent } of [...roundLevels(price), ...percentLevels(price)]) {
    const side = sideOf(level, price);
    const text = toShortDecimalString(level);
    if (side === null || byLevel.has(text)) continue;
    byLevel.set(text, { level, suggestion: { level: text, side, why, percent } });
  }
  return [...byLevel.values()]
    .toSorted((a, b) => compareDecimals(a.level, b.level))
    .map(({ suggestion }) => suggestion);
}

const MAX_SHOWN = 6;

/** Round numbers first, and nearer ones before others. */
export function suggestLevelsFor(price: Decimal, direction: Side | 'either'): Suggestion[] {
  const matching = suggestLevels(price).filter(
    ({ side }) => direction === 'either' || side === direction,
  );
  const distance = ({ level }: Suggestion) => distanceBetween(ruleNumber(level), price);
  const nearestFirst = matching.toSorted((a, b) => compareDecimals(distance(a), distance(b)));
  const isRound = ({ why }: Suggestion): boolean => why === 'round';
  return [
    ...nearestFirst.filter(isRound),
    ...nearestFirst.filter((suggestion) => !isRound(suggestion)),
  ].slice(0, MAX_SHOWN);
}

type Candidate = { level: Decimal; why: Suggestion['why']; percent: number | null };

function percentLevels(price: Decimal): Candidate[] {
  if (price.mantissa === 0n) return [];
  const coarsest = Math.max(price.expo, magnitude(price) - DIGITS + 1);
  return PERCENTS.map((percent) => {
    const exact = addDecimals(price, percentOf(absoluteDecimal(price), String(percent)));
    return { level: roundToExponent(exact, coarsest), why: 'percent', percent };
  });
}

/** The nearest multiples of 1, 5 and 10 units of the price's second digit. */
function roundLevels(price: Decimal): Candidate[] {
  const at = magnitude(price);
  const steps = [at - 1, at].flatMap((expo): Decimal[] => [
    { mantissa: 1n, expo },
    { mantissa: 5n, expo },
  ]);
  const below: Decimal[] = [];
  const above: Decimal[] = [];
  for (const step of steps.slice(0, -1)) {
    const floor = multipleBelow(price, step);
    addNew(below, floor);
    addNew(above, firstAbove(price, floor, step));
  }
  return [...below.slice(0, ROUND_LEVELS_PER_SIDE), ...above.slice(0, ROUND_LEVELS_PER_SIDE)].map(
    (level) => ({ level, why: 'round', percent: null }),
  );
}

function addNew(levels: Decimal[], level: Decimal): void {
  if (!levels.some((known) => compareDecimals(known, level) === 0)) levels.push(level);
}

function multipleBelow(price: Decimal, step: Decimal): Decimal {
  const expo = Math.min(price.expo, step.expo);
  const mantissa = price.mantissa * powerOfTen(price.expo - expo);
  const unit = step.mantissa * powerOfTen(step.expo - expo);
  const quotient = (mantissa - 1n) / unit;
  // BigInt division rounds toward zero.
  const floored = mantissa - 1n < 0n && (mantissa - 1n) % unit !== 0n ? quotient - 1n : quotient;
  return { mantissa: floored * step.mantissa, expo: step.expo };
}

function firstAbove(price: Decimal, below: Decimal, step: Decimal): Decimal {
  const next = addDecimals(below, step);
  return compareDecimals(next, price) > 0 ? next : addDecimals(next, step);
}
