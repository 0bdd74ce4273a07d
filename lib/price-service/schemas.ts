import { MAX_ISSUES } from '../base/http/answers.ts';
import type { UnixSeconds } from '../base/units.ts';
import { z } from '../base/zod.ts';
import { normaliseAnswerId } from './ids.ts';

/** The specification only guarantees a string. */
const id = z.string().check(z.overwrite(normaliseAnswerId));

/**
 * Any integer, even above 2^53: these integers are only compared, and a service may use the largest
 * u64 for "none". Absurd numbers are rejected where a feed is read, without discarding the other
 * feeds.
 */
const integer = z.number().check(z.refine(Number.isInteger));
const wholeUnixSeconds: z.ZodMiniType<UnixSeconds> = integer;

const binarySchema = z.object({
  data: list(z.string()),
  encoding: z.enum(['hex', 'base64']),
});

const priceSchema = z.object({
  conf: z.string(),
  expo: integer,
  price: z.string(),
  publish_time: wholeUnixSeconds,
});

const parsedPriceSchema = z.object({
  id,
  price: priceSchema,
  ema_price: priceSchema,
  metadata: z.object({
    prev_publish_time: z.nullish(wholeUnixSeconds),
    proof_available_time: z.nullish(wholeUnixSeconds),
    slot: z.nullish(integer.check(z.gte(0))),
  }),
});

/** Unknown fields are dropped. */
export const priceUpdateSchema = z.object({
  binary: binarySchema,
  parsed: z.nullish(list(parsedPriceSchema)),
});

/** `v2/price_feeds` is a list of these. */
export const priceFeedSchema = z.object({ id, attributes: stringMap() });

/** Parse the JSON with `reviveExactCaps`. */
export const publisherStakeCapsSchema = z.object({
  binary: binarySchema,
  parsed: z.nullish(
    list(
      z.object({
        publisher_stake_caps: list(
          z.object({ cap: z.bigint().check(z.gte(0n)), publisher: z.string() }),
        ),
      }),
    ),
  ),
});

/** Encoding of `binary.data`. */
export type Encoding = 'hex' | 'base64';

/** Services have other types, so any string is sent unchanged. */
export type AssetType = 'crypto' | 'fx' | 'equity' | 'metals' | 'rates' | (string & {});

/** A feed of the catalog with its text attributes. */
export type PriceFeedMetadata = z.infer<typeof priceFeedSchema>;

/** Signed messages in `binary.data` and, by default, their contents. */
export type PriceUpdate = z.infer<typeof priceUpdateSchema>;

/** One feed's part of a price update. */
export type ParsedPrice = z.infer<typeof parsedPriceSchema>;

/** `price` and `conf` are integer texts, × 10^`expo`. */
export type Price = z.infer<typeof priceSchema>;

/** `cap` is an exact bigint. */
export type PublisherStakeCapsUpdate = z.infer<typeof publisherStakeCapsSchema>;

/**
 * Checks items up to the fifth issue. zod's own array would describe each of millions of wrong
 * items.
 */
function list<Item extends z.ZodMiniType>(item: Item) {
  return z.pipe(
    z.array(z.unknown()),
    z.transform((values, context) => {
      const checked: z.output<Item>[] = [];
      for (const [index, value] of values.entries()) {
        const result = z.safeParse(item, value);
        if (result.success) checked.push(result.data);
        else addIssues(context, index, result.error.issues);
        if (context.issues.length >= MAX_ISSUES) break;
      }
      return checked;
    }),
  );
}

/** Checks entries up to the fifth issue. */
function stringMap() {
  return z.pipe(
    z.record(z.string(), z.unknown()),
    z.transform((map, context) => {
      const strings: Record<string, string> = {};
      for (const [key, value] of Object.entries(map)) {
        if (typeof value === 'string') strings[key] = value;
        else addIssues(context, key, z.safeParse(z.string(), value).error?.issues);
        if (context.issues.length >= MAX_ISSUES) break;
      }
      return strings;
    }),
  );
}

function addIssues(
  context: z.core.ParsePayload,
  key: PropertyKey,
  issues: readonly z.core.$ZodIssue[] = [],
): void {
  for (const issue of issues) {
    context.issues.push({ ...issue, path: [key, ...issue.path], input: undefined });
  }
}
