import { isProven, type StoredPrice } from '../storage/prices.ts';
import { z } from '../zod.ts';

const integerText = z.string().check(z.regex(/^-?\d{1,1000}$/));

const sampleSchema = z.object({
  /** When the figures were published, unix seconds. */
  time: z.number(),
  /** Integer digits: the price is `price` × 10^`expo`, and `conf` likewise. */
  price: integerText,
  conf: integerText,
  expo: z.int(),
  emaPrice: integerText,
  emaConf: integerText,
  emaExpo: z.int(),
  /** Whether signatures proved the figures when they came. */
  verified: z.boolean(),
});

/** One feed's figures at one time. */
export type Sample = z.infer<typeof sampleSchema>;

const placeSchema = z.object({
  /** The feed. */
  id: z.string(),
  /** Its place in time, unix seconds: the moment that was asked for, else the sample's minute. */
  at: z.number(),
});
const gapSchema = z.enum(['no-data', 'unknown', 'not-covered', 'closed', 'late']);
const recordSchema = z.union([
  z.extend(placeSchema, { gap: gapSchema }),
  z.extend(placeSchema, sampleSchema.shape),
]);

/** As it stands in the database: a sample, or why there is none at a moment that was asked for. */
export type HistoryRecord = z.infer<typeof recordSchema>;

/** Checks what was read from the database; what is damaged is left out. */
export function parseRecords(raw: readonly unknown[]): HistoryRecord[] {
  return raw.flatMap((value) => {
    const result = recordSchema.safeParse(value);
    return result.success ? [result.data] : [];
  });
}

/** The samples among the records, of the given times (unix seconds), in order, each time once. */
export function samplesOf(
  records: readonly HistoryRecord[],
  fromSeconds: number,
  toSeconds: number,
): Sample[] {
  const byTime = new Map<number, Sample>();
  for (const record of records) {
    if ('gap' in record) continue;
    const { id: _id, at: _at, ...sample } = record;
    if (sample.time >= fromSeconds && sample.time <= toSeconds) byTime.set(sample.time, sample);
  }
  return [...byTime.values()].toSorted((a, b) => a.time - b.time);
}

/** @param at unix seconds, see `HistoryRecord` */
export function toRecord(id: string, at: number, price: StoredPrice): HistoryRecord {
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
    verified: isProven(price),
  };
}
