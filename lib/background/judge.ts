import type { ProofDetails } from '../inquiries.ts';
import type { ParsedPrice, PriceUpdate, PublisherStakeCapsUpdate } from '../price-service/index.ts';
import type { PriceMessage } from '../signed-updates/messages.ts';
import { compareStakeCaps, toParsedItem, toUnprovenItem } from '../signed-updates/parsed-price.ts';
import { createSignerCache } from '../signed-updates/signatures.ts';
import { markSetInUse, type TrustProfile } from '../signed-updates/trust-profile.ts';
import { resolveProfiles, setKey, type TrustSettings } from '../signed-updates/trust-settings.ts';
import { judgeFeed, type Verdict } from '../signed-updates/verdict.ts';
import {
  verifyUpdate,
  type UpdateProof,
  type Verified,
  type VerifiedPrice,
  type VerifiedStakeCaps,
  type VerifiedUpdate,
} from '../signed-updates/verify.ts';
import type { Proof } from '../storage/prices.ts';
import type { Signatures } from '../storage/settings.ts';

const SLOTS_REMEMBERED = 32;

/** One feed's figure of an update, and what its signatures say; no `proof`: nobody looked. */
export interface JudgedItem {
  item: ParsedPrice;
  proof?: Proof;
  /** The message that proves the figure. */
  signed?: VerifiedPrice;
}

/** Publisher stake caps, and what their signatures say. */
export interface JudgedCaps {
  /** `null`: the answer names none. */
  caps: Array<{ publisher: string; cap: bigint }> | null;
  /** Unix seconds; `null`: only the signed message tells. */
  publishTime: number | null;
  proof?: Proof;
  signed?: VerifiedStakeCaps;
}

/** Reads the figures of updates and judges them by their signatures. */
export interface Judge {
  /** @param history the update is of the past: signer sets that were retired since are good */
  judge: (update: PriceUpdate, mode: Signatures, history?: boolean) => JudgedItem[];
  judgeCaps: (update: PublisherStakeCapsUpdate, mode: Signatures) => JudgedCaps;
  /** To be called with the user's trust settings, at first and when they change. */
  trust: (settings: TrustSettings) => void;
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

  function verify(binary: PriceUpdate['binary'], history = false): VerifiedUpdate {
    const nowMs = Date.now();
    const verified = verifyUpdate(binary, { profiles, nowMs, history }, cache);
    for (const blob of verified.blobs) {
      // What was signed in the past says nothing of the set that signs now.
      if (!blob.ok || history) continue;
      const { profileId, setIndex } = blob.proof;
      const marked = markSetInUse(profiles, blob.proof, nowMs);
      if (marked === profiles) continue;
      profiles = marked;
      onSetInUse(setKey(profileId, setIndex), nowMs);
    }
    return verified;
  }

  return {
    trust: (settings) => {
      ({ profiles } = resolveProfiles(settings));
    },
    judge: ({ binary, parsed }, mode, history) => {
      if (mode !== 'off') {
        const verified = verify(binary, history);
        return parsed ? parsed.map((item) => judgeItem(item, verified)) : judgeBytes(verified);
      }
      if (parsed) return parsed.map((item) => ({ item }));
      // The figures are in the signed bytes alone; what else these say is not asked for.
      return judgeBytes(verify(binary, history)).map(({ item }) => ({ item }));
    },
    judgeCaps: ({ binary, parsed }, mode) => {
      const caps = parsed?.flatMap((item) => item.publisher_stake_caps) ?? null;
      if (mode === 'off' && caps) return { caps, publishTime: null };
      const judged = judgeStakeCaps(caps, verify(binary));
      return mode === 'off' ? { caps: judged.caps, publishTime: judged.publishTime } : judged;
    },
  };
}

/** Where the parsed part contradicts the signed bytes, the signed figure is the one that counts. */
function judgeItem(item: ParsedPrice, verified: VerifiedUpdate): JudgedItem {
  const verdict = judgeFeed(item.id, verified, item);
  const proof = toProof(verdict);
  if (verdict.state === 'unverified') return { item, proof };
  if (verdict.state === 'mismatch') {
    return { item: toParsedItem(verdict.price), proof, signed: verdict.price };
  }
  if (typeof item.metadata.slot === 'number') return { item, proof, signed: verdict.price };
  // What the parsed part leaves out is signed all the same: it tells the order within a second.
  const { slot } = toParsedItem(verdict.price).metadata;
  const metadata = { ...item.metadata, slot };
  return { item: { ...item, metadata }, proof, signed: verdict.price };
}

/** The figures of an update that says nothing but its signed bytes. */
function judgeBytes(verified: VerifiedUpdate): JudgedItem[] {
  const proven = [...verified.prices.values()].map((price): JudgedItem => ({
    item: toParsedItem(price),
    proof: toProof({ state: 'verified', price }),
    signed: price,
  }));
  const claims = new Map<string, PriceMessage>();
  for (const blob of verified.blobs) {
    if (blob.ok) continue;
    for (const claim of blob.claims)
      if (!verified.prices.has(claim.id)) claims.set(claim.id, claim);
  }
  const unproven = [...claims.values()].map((claim): JudgedItem => ({
    item: toUnprovenItem(claim),
    proof: toProof(judgeFeed(claim.id, verified)),
  }));
  return [...proven, ...unproven];
}

function judgeStakeCaps(caps: JudgedCaps['caps'], verified: VerifiedUpdate): JudgedCaps {
  const signed = verified.stakeCaps;
  if (!signed) {
    const rejected = verified.blobs.find((blob) => !blob.ok);
    const text = rejected?.error.message ?? 'The answer holds no signed stake caps.';
    return { caps, publishTime: null, proof: { state: 'unverified', text } };
  }
  return {
    caps: signed.caps,
    publishTime: signed.publishTime,
    proof: proofOfCaps(caps, signed),
    signed,
  };
}

function proofOfCaps(caps: JudgedCaps['caps'], signed: VerifiedStakeCaps): Proof {
  const different = caps ? compareStakeCaps(caps, signed).length : 0;
  if (different === 0) return { state: 'verified', text: signersText(signed.proof) };
  const whom = different === 1 ? 'one publisher' : `${different} publishers`;
  const text = `The service contradicts the signed bytes for ${whom}. The signed caps are shown.`;
  return { state: 'mismatch', text };
}

function toProof(verdict: Verdict): Proof {
  if (verdict.state === 'unverified') return { state: 'unverified', text: verdict.reason };
  if (verdict.state === 'mismatch') {
    const fields = verdict.fields.join(', ');
    const text = `The service contradicts the signed bytes (${fields}). The signed figure is shown.`;
    return { state: 'mismatch', text };
  }
  return { state: 'verified', text: signersText(verdict.price.proof) };
}

function signersText({ signers, setSize, profileName }: UpdateProof): string {
  return `${signers.length} of ${setSize} · ${profileName}`;
}

/** What a page is told of the proof of a message. */
export function toDetails({ proof, proofLength, blob }: Verified<object>): ProofDetails {
  const { profileId: _, sequence, slot, ...others } = proof;
  return { ...others, sequence: String(sequence), slot: String(slot), proofLength, blob };
}
