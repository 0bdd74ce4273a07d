import type { FeedId } from '../../base/units.ts';
import { rateText, readPastPrice, writePastPrice, type PastPrice } from '../history/past-price.ts';
import { readSpark, writeSpark, type Spark } from '../history/spark.ts';
import { magnitude, roundToExponent } from '../prices/arithmetic.ts';
import { toDecimal, type Decimal } from '../prices/decimal.ts';
import { crossAlong, type Measure } from './cross.ts';
import type { ConversionRoute } from './route.ts';

const EXACT: Decimal = { mantissa: 0n, expo: 0 };
const SPARK_DIGITS = 6;

/**
 * A feed's stored past price in another currency; `null` while a price is unknown.
 * @param route `null`: as quoted
 */
export function convertPastPrice(
  texts: Readonly<Record<FeedId, string>> | undefined,
  id: FeedId,
  route: ConversionRoute | null,
): string | null {
  const text = texts?.[id] ?? null;
  if (!route) return text;
  const legTexts = route.legs.map((leg) => rateText(texts, leg.id, text));
  const all = [text, ...legTexts].map((each) => (each === null ? null : readPastPrice(each)));
  const [past] = all;
  if (!past || all.some((each) => each?.time !== past.time)) return null;
  const gap = all.find((each) => each?.gap !== undefined);
  if (gap) return writePastPrice(gap);
  const decimals = all.map(priceOf);
  const price = decimals[0] && crossed(decimals[0], route, decimals.slice(1));
  if (!price) return writePastPrice({ time: past.time, gap: 'no-data' });
  return writePastPrice({
    time: past.time,
    price: String(price.mantissa),
    expo: price.expo,
    trust: commonTrust(all),
    verdict: past.gap === undefined ? past.verdict : undefined,
  });
}

/** A stored sparkline in another currency; `null` while a line is unknown. */
export function convertSpark(
  text: string | null,
  route: ConversionRoute,
  legTexts: readonly (string | null)[],
  requiredTrust: string | null,
): string | null {
  const all = [text, ...legTexts].map((each) =>
    each === null ? null : readSpark(each, requiredTrust),
  );
  const [spark] = all;
  if (!spark || !all.every((each) => each !== null)) return null;
  const hours = spark.points.map((_, at) => spark.firstHour + at);
  const prices = hours.map((hour) => {
    const [own, ...legs] = all.map((each) => pointAt(each, hour));
    if (own === undefined || legs.includes(undefined)) return undefined;
    return own && crossed(own, route, legs);
  });
  const highest = prices.map((price) => (price ? magnitude(price) : -Infinity));
  const expo = Math.max(...highest) + 1 - SPARK_DIGITS;
  if (!Number.isFinite(expo)) return null;
  // Each price has more digits than the sparkline.
  const points = prices.map((price) => price && roundToExponent(price, expo).mantissa);
  return writeSpark({ ...spark, expo, points });
}

function crossed(
  price: Decimal,
  route: ConversionRoute,
  legs: readonly (Decimal | null | undefined)[],
): Decimal | null {
  return crossAlong(route, exactly(price), legs.map(exactly))?.price ?? null;
}

function exactly(price: Decimal | null | undefined): Measure | null {
  return price ? { price, confidence: EXACT } : null;
}

function priceOf(past: PastPrice | null): Decimal | null {
  return past?.gap === undefined && past ? toDecimal(past.price, past.expo) : null;
}

/** `null` if any price was not verified. */
function commonTrust(all: readonly (PastPrice | null)[]): string | null {
  const trusts = new Set(all.map((past) => (past?.gap === undefined ? past?.trust : null)));
  const [trust = null] = trusts;
  return trusts.size === 1 ? trust : null;
}

function pointAt({ firstHour, expo, points }: Spark, hour: number): Decimal | null | undefined {
  const point = points[hour - firstHour];
  return typeof point === 'bigint' ? { mantissa: point, expo } : point;
}
