import type { ProofDetails } from '../pages/questions.ts';
import type { ParsedPrice, PriceUpdate, PublisherStakeCapsUpdate } from '../price-service/index.ts';
import type { PriceMessage } from '../signed-updates/messages.ts';
import { compareStakeCaps, toParsedItem, toUnprovenItem } from '../signed-updates/parsed-price.ts';
import { isUnchecked } from '../signed-updates/errors.ts';
import { createSignerCache } from '../signed-updates/signatures.ts';
import { trustFingerprint } from '../signed-updates/trust-fingerprint.ts';
import { markSetInUse, type TrustProfile } from '../signed-updates/trust-profile.ts';
import { resolveProfiles, setKey, type TrustSettings } from '../signed-updates/trust-settings.ts';
import { judgeFeed } from '../signed-updates/verdict.ts';
import {
  verifyUpdateInTurns,
  type UpdateProof,
  type Verified,
  type VerifiedPrice,
  type VerifiedStakeCaps,
  type VerifiedUpdate,
} from '../signed-updates/verify.ts';
import type { FailedCheck, Proof } from '../storage/prices.ts';
import type { Signatures } from '../storage/settings.ts';

const SLOTS_REMEMBERED = 32;

/** What an update says of one feed, and what its signatures say of that. */
export interface JudgedItem {
  id: string;
  /**
   * The price that counts: where the service's price differs from the signed one, the signed one.
   * `null`: it failed verification, and nothing at hand is better.
   */
  item: ParsedPrice | null;
  /** What is known of `item` by its signatures. Missing: signatures are off, or there is no item. */
  proof?: Proof;
  /** What the service sent failed verification. */
  failure?: Failure;
  /** The message that proves `item`. */
  signed?: VerifiedPrice;
}

/** Why something failed verification, in words for the user, and under which trust. */
export type Failure = Pick<FailedCheck, 'text' | 'trust'>;

/** Publisher stake caps, and what their signatures say; see `JudgedItem`. */
export interface JudgedCaps {
  /** `null`: the answer names none, or they failed verification. */
  caps: Array<{ publisher: string; cap: bigint }> | null;
  /** Unix seconds; `null`: only the signed message tells. */
  publishTime: number | null;
  proof?: Proof;
  failure?: Failure;
  signed?: VerifiedStakeCaps;
}

/** Reads the prices of updates and judges them by their signatures. */
export interface Judge {
  /** @param history the update is of the past: sets that were retired since may have signed it */
  judge: (update: PriceUpdate, mode: Signatures, history?: boolean) => Promise<JudgedItem[]>;
  judgeCaps: (update: PublisherStakeCapsUpdate, mode: Signatures) => Promise<JudgedCaps>;
  /** To be called with the user's trust settings, at first and when they change. All else waits. */
  trust: (settings: TrustSettings) => Promise<void>;
}

/**
 * @param onSetInUse called when an update was the first seen of its signer set (`setKey`, unix
 *   milliseconds): from then on the older sets' time runs out
 */
export function createJudge(onSetInUse: (key: string, atMs: number) => void): Judge {
  // One envelope covers all feeds of a slot; split requests and repeats cost it once. These come
  // within moments.
  const cache = createSignerCache(SLOTS_REMEMBERED);
  let profiles: readonly TrustProfile[] = [];
  let fingerprint = '';
  let changes = 0;
  const known = Promise.withResolvers<void>();

  async function verify(
    binary: PriceUpdate['binary'],
    history = false,
  ): Promise<{ verified: VerifiedUpdate; trust: string }> {
    await known.promise;
    const nowMs = Date.now();
    // What was in force when it began: a change meanwhile must not lend its name to the result.
    const trust = fingerprint;
    const verified = await verifyUpdateInTurns(binary, { profiles, nowMs, history }, cache);
    for (const blob of verified.blobs) {
      // What was signed in the past says nothing of the set that signs now.
      if (!blob.ok || history) continue;
      const { profileId, setIndex } = blob.proof;
      const marked = markSetInUse(profiles, blob.proof, nowMs);
      if (marked === profiles) continue;
      profiles = marked;
      onSetInUse(setKey(profileId, setIndex), nowMs);
    }
    return { verified, trust };
  }

  return {
    trust: async (settings) => {
      changes += 1;
      const change = changes;
      const next = await trustFingerprint(settings);
      // A later change may have been quicker.
      if (change !== changes) return;
      ({ profiles } = resolveProfiles(settings));
      fingerprint = next;
      known.resolve();
    },
    judge: async ({ binary, parsed }, mode, history) => {
      if (mode === 'off' && parsed) return parsed.map((item) => ({ id: item.id, item }));
      const { verified, trust } = await verify(binary, history);
      // The figures are in the signed bytes alone; what else these say is not asked for.
      if (mode === 'off') return bareItems(verified).map(({ id, item }) => ({ id, item }));
      const items: BareItem[] =
        parsed?.map((item) => ({ id: item.id, item, parsed: item })) ?? bareItems(verified);
      return items.map((bare) => judgeItem(bare, { verified, trust }));
    },
    judgeCaps: async ({ binary, parsed }, mode) => {
      const caps = parsed?.flatMap((item) => item.publisher_stake_caps) ?? null;
      if (mode === 'off' && caps) return { caps, publishTime: null };
      const { verified, trust } = await verify(binary);
      const judged = judgeStakeCaps(caps, verified, trust);
      return mode === 'off' ? { caps: judged.caps, publishTime: judged.publishTime } : judged;
    },
  };
}

interface Evidence {
  verified: VerifiedUpdate;
  trust: string;
}

/** A price before anything is said of it. */
interface BareItem {
  id: string;
  item: ParsedPrice;
  /** The service itself named the price, beside its signed bytes. */
  parsed?: ParsedPrice;
}

/** The prices in the signed bytes, for an update that brings nothing else: the proven ones first. */
function bareItems(verified: VerifiedUpdate): BareItem[] {
  const claims = new Map<string, PriceMessage>();
  for (const blob of verified.blobs) {
    if (blob.ok) continue;
    for (const claim of blob.claims) {
      // The first: the reason that is given is its blob's.
      if (!verified.prices.has(claim.id) && !claims.has(claim.id)) claims.set(claim.id, claim);
    }
  }
  return [
    ...[...verified.prices.values()].map(toParsedItem),
    ...[...claims.values()].map(toUnprovenItem),
  ].map((item) => ({ id: item.id, item }));
}

function judgeItem({ id, item, parsed }: BareItem, { verified, trust }: Evidence): JudgedItem {
  const verdict = judgeFeed(id, verified, parsed);
  if (verdict.state === 'unverified') {
    const { check, reason } = verdict;
    if (!isUnchecked(check)) return { id, item: null, failure: { text: reason, trust } };
    return { id, item, proof: { state: 'unchecked', text: reason, trust } };
  }
  const { price } = verdict;
  const proof: Proof = { state: 'verified', text: signersText(price.proof), trust };
  if (verdict.state === 'mismatch') {
    const failure = { text: mismatchText(verdict.fields), trust };
    return { id, item: toParsedItem(price), proof, failure, signed: price };
  }
  return { id, item: withSlot(item, price), proof, signed: price };
}

/** What the parsed part leaves out is signed all the same: it tells the order within a second. */
function withSlot(item: ParsedPrice, signed: VerifiedPrice): ParsedPrice {
  if (typeof item.metadata.slot === 'number') return item;
  const { slot } = toParsedItem(signed).metadata;
  return { ...item, metadata: { ...item.metadata, slot } };
}

function mismatchText(fields: readonly string[]): string {
  const differing = fields.join(', ');
  return `The service’s price differs from the signed one (${differing}). The signed price is shown.`;
}

function judgeStakeCaps(
  caps: JudgedCaps['caps'],
  verified: VerifiedUpdate,
  trust: string,
): JudgedCaps {
  const signed = verified.stakeCaps;
  if (!signed) return unprovenCaps(caps, verified, trust);
  const different = caps ? compareStakeCaps(caps, signed).length : 0;
  return {
    caps: signed.caps,
    publishTime: signed.publishTime,
    proof: { state: 'verified', text: signersText(signed.proof), trust },
    signed,
    ...(different > 0 && { failure: { text: capsMismatchText(different), trust } }),
  };
}

function unprovenCaps(
  caps: JudgedCaps['caps'],
  verified: VerifiedUpdate,
  trust: string,
): JudgedCaps {
  const errors = verified.blobs.flatMap((blob) => (blob.ok ? [] : [blob.error]));
  const failed = errors.find(({ check }) => !isUnchecked(check));
  if (failed) return { caps: null, publishTime: null, failure: { text: failed.message, trust } };
  const text = errors[0]?.message ?? 'The answer holds no signed stake caps.';
  return { caps, publishTime: null, proof: { state: 'unchecked', text, trust } };
}

function capsMismatchText(count: number): string {
  const whom = count === 1 ? 'one publisher' : `${count} publishers`;
  return `The service’s caps differ from the signed ones for ${whom}. The signed caps are shown.`;
}

function signersText({ signers, setSize, profileName, isBuiltIn }: UpdateProof): string {
  const added = isBuiltIn ? '' : ' (added by you)';
  return `${signers.length} of ${setSize} · ${profileName}${added}`;
}

/** What a page is told of the proof of a message. */
export function toDetails({ proof, proofLength, blob }: Verified<object>): ProofDetails {
  const { profileId: _, sequence, slot, ...others } = proof;
  return { ...others, sequence: String(sequence), slot: String(slot), proofLength, blob };
}
