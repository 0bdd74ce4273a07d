import { compareDecimals } from '../prices/arithmetic.ts';
import { toDecimal } from '../prices/decimal.ts';
import type { StoredPrice } from '../prices/stored-price.ts';
import { crossAlong, quoteOf, type Measure } from './cross.ts';
import type { ConversionRoute } from './route.ts';

/**
 * A price in another currency, as old as its oldest part, and verified only if all parts are.
 * `null` if a price is damaged or not positive.
 * @param legs prices of the route's feeds, in its order
 * @param before earlier price, for the direction of the change
 */
export function convertPrice(
  price: StoredPrice,
  route: ConversionRoute,
  legs: readonly StoredPrice[],
  before?: StoredPrice,
): StoredPrice | null {
  const now = crossAlong(route, quoteOf(price), legs.map(quoteOf));
  const ema = crossAlong(route, averageOf(price), legs.map(averageOf));
  if (!now || !ema) return null;
  const all = [price, ...legs];
  const { proof: _, ...others } = price;
  return {
    ...others,
    price: String(now.price.mantissa),
    conf: String(now.confidence.mantissa),
    expo: now.price.expo,
    emaPrice: String(ema.price.mantissa),
    emaConf: String(ema.confidence.mantissa),
    emaExpo: ema.price.expo,
    publishTime: Math.min(...all.map(({ publishTime }) => publishTime)),
    receivedAt: Math.max(...all.map(({ receivedAt }) => receivedAt)),
    direction: before ? directionOf(now, before) : price.direction,
    ...proofOf(all),
  };
}

function averageOf({ emaPrice, emaConf, emaExpo }: StoredPrice): Measure | null {
  return quoteOf({ price: emaPrice, conf: emaConf, expo: emaExpo });
}

function directionOf({ price }: Measure, before: StoredPrice): -1 | 0 | 1 {
  const last = toDecimal(before.price, before.expo);
  return last ? compareDecimals(price, last) : 0;
}

/** The weakest proof. */
function proofOf(prices: readonly StoredPrice[]): Pick<StoredPrice, 'proof'> {
  const proofs = prices.map(({ proof }) => proof);
  if (proofs.includes(undefined)) return {};
  const weakest = proofs.find((proof) => proof?.state !== 'verified') ?? proofs[0];
  return weakest ? { proof: weakest } : {};
}
