import { z } from '../zod.ts';
import { normaliseAnswerId } from './ids.ts';

/** More than these say nothing new, and a hostile answer could hold millions. */
export const MAX_ISSUES = 5;

/** Ids come as 64 hex digits, but only a string is promised: an odd one is kept. */
const id = z.string().check(z.overwrite(normaliseAnswerId));

/**
 * Any integer, also beyond 2^53 where a JavaScript number is rounded: these are only compared, and
 * a service may use the largest u64 for "none". An absurd one of one feed is for the reader of that
 * feed to refuse; here it would cost the whole answer.
 */
const integer = z.number().check(z.refine(Number.isInteger));

const binarySchema = z.object({
  data: list(z.string()),
  encoding: z.enum(['hex', 'base64']),
});

const priceSchema = z.object({
  conf: z.string(),
  expo: integer,
  price: z.string(),
  publish_time: integer,
});

const parsedPriceSchema = z.object({
  id,
  price: priceSchema,
  ema_price: priceSchema,
  metadata: z.object({
    prev_publish_time: z.nullish(integer),
    proof_available_time: z.nullish(integer),
    slot: z.nullish(integer.check(z.gte(0))),
  }),
});

/** A price update. Unknown fields are dropped. */
export const priceUpdateSchema = z.object({
  binary: binarySchema,
  parsed: z.nullish(list(parsedPriceSchema)),
});

/** The answer of `v2/price_feeds` is a list of these. */
export const priceFeedSchema = z.object({ id, attributes: stringMap() });

/** A publisher stake caps update, read with `reviveExactCaps`. */
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

/** How `binary.data` is written. */
export type Encoding = 'hex' | 'base64';

/** The five common values; services know more, so any other string is sent as it is. */
export type AssetType = 'crypto' | 'fx' | 'equity' | 'metals' | 'rates' | (string & {});

/** A feed of the catalogue: its id and a free-form map of attributes (text only). */
export type PriceFeedMetadata = z.infer<typeof priceFeedSchema>;

/** Signed messages in `binary.data` and, unless `parsed: false` was asked, what they say. */
export type PriceUpdate = z.infer<typeof priceUpdateSchema>;

/** One feed's part of a price update. */
export type ParsedPrice = z.infer<typeof parsedPriceSchema>;

/** `price` and `conf` × 10^`expo`, both integers in decimal digits; `publish_time` unix seconds. */
export type Price = z.infer<typeof priceSchema>;

/** What each publisher may stake; `cap` with all its digits. */
export type PublisherStakeCapsUpdate = z.infer<typeof publisherStakeCapsSchema>;

/**
 * An array that is checked item by item and given up at the fifth issue: zod's own would describe
 * every one of the millions of wrong items that fit into 64 MiB.
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

/** A map of string to string, given up at the fifth issue like a list. */
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
