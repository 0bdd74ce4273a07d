import type { Candle } from '../../../history-service/index.ts';
import type { UnixSeconds } from '../../../base/units.ts';
import { toDecimal, toNumber } from '../../prices/decimal.ts';
import type { Absence } from '../model/absence.ts';
import type { AlertPrice } from '../model/price.ts';

interface Search {
  readonly candle: Candle;
  readonly expo: number;
  /** Known signed prices of the candle. */
  readonly known: readonly AlertPrice[];
  readonly asked: ReadonlySet<UnixSeconds>;
  /** Whether a price would change the alert's state. */
  readonly wants: (price: AlertPrice) => boolean;
}

interface Point {
  time: UnixSeconds;
  value: number;
}

/**
 * The time within a candle to request a signed price for: its end or start if its close or open
 * would change the state, otherwise the middle of a long stretch between known prices near the
 * wanted extreme. `null` if there is no time left to try.
 */
export function nextProbe(
  { candle, expo, known, asked, wants }: Search,
  { absence, after, length }: { absence: Absence; after: UnixSeconds; length: number },
): UnixSeconds | null {
  const first = Math.max(candle.start, after + 1);
  const last = Math.min(candle.start + length, absence.until) - 1;
  if (first > last) return null;
  const wanted = (mantissa: bigint, time: UnixSeconds): boolean =>
    wants(claimedPrice(mantissa, expo, time));
  if (!asked.has(last) && wanted(candle.close, last)) return last;
  if (!asked.has(first) && wanted(candle.open, first)) return first;
  const isHigh = wanted(candle.high, last) || !wanted(candle.low, last);
  const points = pointsOf({ candle, expo, known }, { first, last });
  return middleOfBest(isHigh ? points : points.map(negative), asked);
}

function claimedPrice(mantissa: bigint, expo: number, publishTime: UnixSeconds): AlertPrice {
  const price = String(mantissa);
  const facts = { marketOpen: true, stale: false, isVerified: true, slot: null };
  return { price, conf: '0', expo, emaPrice: price, emaExpo: expo, publishTime, ...facts };
}

function pointsOf(
  { candle, expo, known }: Pick<Search, 'candle' | 'expo' | 'known'>,
  { first, last }: { first: UnixSeconds; last: UnixSeconds },
): Point[] {
  const signed = known.flatMap(({ price, expo: own, publishTime: time }) => {
    const exact = toDecimal(price, own);
    return exact ? [{ time, value: toNumber(exact) }] : [];
  });
  const edges = [
    { time: first, value: toNumber({ mantissa: candle.open, expo }) },
    { time: last, value: toNumber({ mantissa: candle.close, expo }) },
  ];
  return [...edges, ...signed].toSorted((a, b) => a.time - b.time);
}

function negative({ time, value }: Point): Point {
  return { time, value: -value };
}

/** The likeliest time of a high price: between high prices that are far apart in time. */
function middleOfBest(points: readonly Point[], asked: ReadonlySet<UnixSeconds>) {
  const values = points.map(({ value }) => value);
  const range = Math.max(...values) - Math.min(...values);
  let best: { time: UnixSeconds; score: number } | null = null;
  for (const [index, { time, value }] of points.entries()) {
    const next = points[index + 1];
    if (!next) continue;
    const middle = Math.floor((time + next.time) / 2);
    if (asked.has(middle) || next.time - time < 2) continue;
    const height = range === 0 ? 0 : ((value + next.value) / 2 - Math.min(...values)) / range;
    const score = height + Math.sqrt((next.time - time) / 60);
    if (!best || score > best.score) best = { time: middle, score };
  }
  return best?.time ?? null;
}
