import type { SignedUpdateCheck } from './errors.ts';
import { compareWithParsed } from './parsed-price.ts';
import type { ParsedField, ParsedPriceItem } from './parsed-price.ts';
import type { VerifiedPrice, VerifiedUpdate } from './verify.ts';

/** What can be said about one feed of an update. */
export type Verdict =
  | { state: 'verified'; price: VerifiedPrice }
  /** The parsed part contradicts the signed one in these fields; the signed figure counts. */
  | { state: 'mismatch'; price: VerifiedPrice; fields: ParsedField[] }
  | { state: 'unverified'; check: SignedUpdateCheck | 'missing'; reason: string };

/**
 * Judges one feed by its id. Of rejected blobs the one that spoke of the feed gives the reason,
 * else one that could not even be read.
 */
export function judgeFeed(id: string, update: VerifiedUpdate, parsed?: ParsedPriceItem): Verdict {
  const price = update.prices.get(id);
  if (price === undefined) return unverified(id, update);
  const fields = parsed === undefined ? [] : compareWithParsed(parsed, price);
  return fields.length === 0 ? { state: 'verified', price } : { state: 'mismatch', price, fields };
}

function unverified(id: string, update: VerifiedUpdate): Verdict {
  const rejected = update.blobs.filter((blob) => !blob.ok);
  const blame =
    rejected.find((blob) => blob.claims.some((claim) => claim.id === id)) ??
    rejected.find((blob) => blob.claims.length === 0);
  if (blame !== undefined) {
    const { check, message } = blame.error;
    return { state: 'unverified', check, reason: message };
  }
  const reason = 'The update holds no signed price for this feed.';
  return { state: 'unverified', check: 'missing', reason };
}
