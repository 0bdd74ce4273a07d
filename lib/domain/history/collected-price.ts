import { isProven, type StoredPrice } from '../prices/stored-price.ts';
import { anyFeedId, unixSeconds, integerText, withDefault, z } from '../../base/zod.ts';
import type { FeedId, UnixSeconds } from '../../base/units.ts';
import { GAPS } from './past-price.ts';

const collectedPriceSchema = z.object({
  time: unixSeconds,
  /** Integer digits: the price is `price` × 10^`expo`, and `conf` likewise. */
  price: integerText,
  conf: integerText,
  expo: z.int(),
  emaPrice: integerText,
  emaConf: integerText,
  emaExpo: z.int(),
  /** `null`: not verified, or unknown. */
  trust: withDefault(z.nullable(z.string()), null),
});

export type CollectedPrice = z.infer<typeof collectedPriceSchema>;

const keySchema = z.object({
  id: anyFeedId,
  /** The requested time, or the minute of a live price. */
  at: unixSeconds,
});
const recordSchema = z.union([
  z.extend(keySchema, { gap: z.enum(GAPS) }),
  z.extend(keySchema, collectedPriceSchema.shape),
]);

/** A collected price, or why it is missing at a requested time. */
export type HistoryRecord = z.infer<typeof recordSchema>;

/** Leaves out damaged values. */
export function parseRecords(raw: readonly unknown[]): HistoryRecord[] {
  return raw.flatMap((value) => {
    const result = recordSchema.safeParse(value);
    return result.success ? [result.data] : [];
  });
}

/** In order, with each publish time once. */
export function collectedPricesOf(
  records: readonly HistoryRecord[],
  fromSeconds: UnixSeconds,
  toSeconds: UnixSeconds,
): CollectedPrice[] {
  const byTime = new Map<UnixSeconds, CollectedPrice>();
  for (const record of records) {
    if ('gap' in record) continue;
    const { id: _id, at: _at, ...price } = record;
    if (price.time >= fromSeconds && price.time <= toSeconds) byTime.set(price.time, price);
  }
  return [...byTime.values()].toSorted((a, b) => a.time - b.time);
}

export function gapsOf(records: readonly HistoryRecord[]): Set<UnixSeconds> {
  return new Set(records.filter((record) => 'gap' in record).map(({ at }) => at));
}

/** @param at see `HistoryRecord` */
export function toRecord(id: FeedId, at: UnixSeconds, price: StoredPrice): HistoryRecord {
  return { id, at, ...toCollectedPrice(price) };
}

export function toCollectedPrice(price: StoredPrice): CollectedPrice {
  return {
    time: price.publishTime,
    price: price.price,
    conf: price.conf,
    expo: price.expo,
    emaPrice: price.emaPrice,
    emaConf: price.emaConf,
    emaExpo: price.emaExpo,
    trust: isProven(price) ? (price.proof?.trust ?? null) : null,
  };
}
