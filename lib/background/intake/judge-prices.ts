import type { ParsedPrice } from '../../price-service/index.ts';
import { isUnchecked } from '../../domain/signed-updates/errors.ts';
import type { PriceMessage } from '../../domain/signed-updates/messages.ts';
import { toParsedItem, toUnprovenItem } from '../../domain/signed-updates/parsed-price.ts';
import { judgeFeed } from '../../domain/signed-updates/verdict.ts';
import type { VerifiedPrice, VerifiedUpdate } from '../../domain/signed-updates/verify.ts';
import type { FeedId } from '../../base/units.ts';
import type { Evidence, JudgedItem } from './judged.ts';
import { toProof } from './proofs.ts';

/** A price that is not verified yet. */
interface SentPrice {
  id: FeedId;
  item: ParsedPrice;
  /** Missing if the price was read from the signed bytes. */
  parsed?: ParsedPrice;
}

/** Verifies the parsed prices, or the prices in the signed bytes if there are no others. */
export function judgePrices(
  parsed: readonly ParsedPrice[] | null | undefined,
  evidence: Evidence,
): JudgedItem[] {
  const sent =
    parsed?.map((item) => ({ id: item.id, item, parsed: item })) ?? signedPrices(evidence.verified);
  return sent.map((price) => judgePrice(price, evidence));
}

/** The prices in the signed bytes, the proven ones first. */
export function signedPrices({ prices, blobs }: VerifiedUpdate): SentPrice[] {
  const claims = new Map<FeedId, PriceMessage>();
  for (const claim of blobs.flatMap((blob) => (blob.ok ? [] : blob.claims))) {
    // The first one, because the reason that is shown is the error of its blob.
    if (!prices.has(claim.id) && !claims.has(claim.id)) claims.set(claim.id, claim);
  }
  return [
    ...[...prices.values()].map(toParsedItem),
    ...[...claims.values()].map(toUnprovenItem),
  ].map((item) => ({ id: item.id, item }));
}

function judgePrice(
  { id, item, parsed }: SentPrice,
  { binary, verified, trust }: Evidence,
): JudgedItem {
  const verdict = judgeFeed(id, verified, parsed);
  if (verdict.state === 'unverified') {
    const { check, problem: reason } = verdict;
    if (!isUnchecked(check)) return { id, item: null, failure: { reason, trust } };
    return { id, item, proof: { state: 'unchecked', reason, trust } };
  }
  const { price } = verdict;
  const proof = toProof(price.proof, trust);
  const evidence = { proof, signed: price, binary };
  if (verdict.state === 'verified') return { id, item: withSlot(item, price), ...evidence };
  const reason = { code: 'mismatch' as const, fields: verdict.fields };
  return { id, item: toParsedItem(price), failure: { reason, trust }, ...evidence };
}

/** Adds the slot, which orders prices of the same second, if the parsed price lacks it. */
function withSlot(item: ParsedPrice, signed: VerifiedPrice): ParsedPrice {
  if (typeof item.metadata.slot === 'number') return item;
  const { slot } = toParsedItem(signed).metadata;
  return { ...item, metadata: { ...item.metadata, slot } };
}
