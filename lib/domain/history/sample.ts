import { isProven } from '../prices/proof.ts';
import type { StoredPrice } from '../prices/stored-price.ts';
import { anyFeedId, unixSeconds } from '../../base/unit-schemas.ts';
import type { FeedId, UnixSeconds } from '../../base/units.ts';
import { integerText, withDefault, z } from '../../base/zod.ts';
import { GAPS } from './past-price.ts';

const sampleSchema = z.object({
  /** Publish time. */
  time: unixSeconds,
  /** Integer digits: the price is `price` × 10^`expo`, and `conf` likewise. */
  price: integerText,
  conf: integerText,
  expo: z.int(),
  emaPrice: integerText,
  emaConf: integerText,
  emaExpo: z.int(),
  /** The trust under which the price was verified; `null` if it was not, or if that is unknown. */
  trust: withDefault(z.nullable(z.string()), null),
});

/** One feed's price, confidence and EMA at one time. */
export type Sample = z.infer<typeof sampleSchema>;

const keySchema = z.object({
  id: anyFeedId,
  /** The requested time, or the minute of a sample of live prices. */
  at: unixSeconds,
});
const recordSchema = z.union([
  z.extend(keySchema, { gap: z.enum(GAPS) }),
  z.extend(keySchema, sampleSchema.shape),
]);

/** A record in the database: a sample, or why there is none at a requested time. */
export type HistoryRecord = z.infer<typeof recordSchema>;

/** Checks values read from the database and leaves out damaged ones. */
export function parseRecords(raw: readonly unknown[]): HistoryRecord[] {
  return raw.flatMap((value) => {
    const result = recordSchema.safeParse(value);
    return result.success ? [result.data] : [];
  });
}

/** The samples published in a time span, in order, each publish time once. */
export function samplesOf(
  records: readonly HistoryRecord[],
  fromSeconds: UnixSeconds,
  toSeconds: UnixSeconds,
): Sample[] {
  const byTime = new Map<UnixSeconds, Sample>();
  for (const record of records) {
    if ('gap' in record) continue;
    const { id: _id, at: _at, ...sample } = record;
    if (sample.time >= fromSeconds && sample.time <= toSeconds) byTime.set(sample.time, sample);
  }
  return [...byTime.values()].toSorted((a, b) => a.time - b.time);
}

/** The times of the records that are not samples. */
export function gapsOf(records: readonly HistoryRecord[]): Set<UnixSeconds> {
  return new Set(records.filter((record) => 'gap' in record).map(({ at }) => at));
}

/** @param at see `HistoryRecord` */
export function toRecord(id: FeedId, at: UnixSeconds, price: StoredPrice): HistoryRecord {
  return { id, at, ...toSample(price) };
}

/** A stored price at its publish time. */
export function toSample(price: StoredPrice): Sample {
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
