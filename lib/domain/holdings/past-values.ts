// What holdings were worth, or a price in another currency, in the past.
import type { Candle, CandleSeries } from '../../history-service/index.ts';
import type { FeedId, UnixSeconds } from '../../base/units.ts';
import type { Measure } from '../currency/cross.ts';
import { roughMagnitude, roundHalfEven, type Rational } from '../currency/rational.ts';
import type { Basket } from './basket.ts';
import { sumWithoutErrors, withoutPairs } from './exact-sum.ts';
import { valueTerm } from './position.ts';

/** A feed's candles, each of this length in seconds. */
interface PastCandles {
  readonly length: number;
  readonly series: CandleSeries;
}

interface PastValue {
  readonly time: UnixSeconds;
  readonly value: Rational;
}

/** More than a suggested level has. */
const DIGITS = 8;

/**
 * The values of a basket since all its prices are known, from one close to the next: the highs and
 * lows of several feeds were not at the same moment. `null`: a price has no candles, or cannot be
 * converted.
 *
 * @param now the last candle of each feed may end later
 */
export function pastValues(
  basket: Basket,
  past: ReadonlyMap<FeedId, PastCandles>,
  now: UnixSeconds,
): CandleSeries | null {
  const values = valuesOf(basket, closesOf(basket.feedIds, past, now));
  const last = values.at(-1);
  if (!last) return null;
  const expo = Math.min(0, roughMagnitude(last.value) + 1 - DIGITS);
  const closes = values.map(({ value }) => roundHalfEven(value, expo).mantissa);
  const candles = values.map(({ time }, index): Candle => {
    const close = closes[index] ?? 0n;
    const open = closes[index - 1] ?? close;
    const [low, high] = open < close ? [open, close] : [close, open];
    return { start: time, open, high, low, close, isFinal: true };
  });
  return { expo, candles };
}

function valuesOf(
  { positions, currency, feeds, feedIds }: Basket,
  moments: ReturnType<typeof closesOf>,
): PastValue[] {
  const terms = positions.flatMap((position) => valueTerm(position, currency, feeds) ?? []);
  if (terms.length < positions.length) return [];
  // A price by which an amount is divided must be positive, as for the latest prices.
  const rates = new Set(
    terms.flatMap(({ factors }) =>
      withoutPairs(factors)
        .slice(1)
        .map(({ id }) => id),
    ),
  );
  const quotes = new Map<FeedId, Measure>();
  const values: PastValue[] = [];
  for (const { time, closes } of moments) {
    for (const [id, quote] of closes) quotes.set(id, quote);
    const isKnown = feedIds.every((id) => {
      const quote = quotes.get(id);
      return quote && (!rates.has(id) || quote.price.mantissa > 0n);
    });
    if (isKnown) values.push({ time, value: sumWithoutErrors(terms, quotes) });
  }
  return values;
}

/**
 * The closes of all feeds by the time from which they are known, oldest first: once in the time of
 * the longest candles, as more would take a second to add up.
 */
function closesOf(
  feedIds: readonly FeedId[],
  past: ReadonlyMap<FeedId, PastCandles>,
  now: UnixSeconds,
) {
  const step = Math.max(1, ...Array.from(past.values(), ({ length }) => length));
  const byTime = new Map<UnixSeconds, [FeedId, Measure][]>();
  for (const id of feedIds) {
    const { length = 0, series } = past.get(id) ?? {};
    const expo = series?.expo ?? 0;
    const confidence = { mantissa: 0n, expo };
    for (const { start, close } of series?.candles ?? []) {
      const price = { mantissa: close, expo };
      const time = Math.min(step * Math.ceil((start + length) / step), now);
      byTime.set(time, [...(byTime.get(time) ?? []), [id, { price, confidence }]]);
    }
  }
  return [...byTime]
    .map(([time, closes]) => ({ time, closes }))
    .toSorted((a, b) => a.time - b.time);
}
