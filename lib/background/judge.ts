import type { ParsedPrice, PriceUpdate } from '../price-service/index.ts';
import { toParsedItem } from '../signed-updates/parsed-price.ts';
import { createSignerCache } from '../signed-updates/signatures.ts';
import { markSetInUse, type TrustProfile } from '../signed-updates/trust-profile.ts';
import { resolveProfiles, setKey, type TrustSettings } from '../signed-updates/trust-settings.ts';
import { judgeFeed, type Verdict } from '../signed-updates/verdict.ts';
import { verifyUpdate, type VerifiedUpdate } from '../signed-updates/verify.ts';
import type { Proof } from '../storage/prices.ts';
import type { Signatures } from '../storage/settings.ts';

/** One feed's figure of an update, and what its signatures say; no `proof`: nobody looked. */
export interface JudgedItem {
  item: ParsedPrice;
  proof?: Proof;
}

/** Reads the figures of updates and judges them by their signatures. */
export interface Judge {
  judge: (update: PriceUpdate, mode: Signatures) => JudgedItem[];
  /** To be called with the user's trust settings, at first and when they change. */
  trust: (settings: TrustSettings) => void;
}

/**
 * @param onSetInUse called when an update was the first seen of its signer set (`setKey`, unix
 *   milliseconds): from then on the older sets' time runs out
 */
export function createJudge(onSetInUse: (key: string, atMs: number) => void): Judge {
  // One envelope covers all feeds of a slot; split requests and repeats cost it once.
  const cache = createSignerCache();
  let profiles: readonly TrustProfile[] = [];

  function verify(update: PriceUpdate): VerifiedUpdate {
    const nowMs = Date.now();
    const verified = verifyUpdate(update.binary, { profiles, nowMs }, cache);
    for (const blob of verified.blobs) {
      if (!blob.ok) continue;
      const { profileId, setIndex } = blob.proof;
      const marked = markSetInUse(profiles, profileId, setIndex, nowMs);
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
    judge: (update, mode) => {
      const { parsed } = update;
      if (mode === 'off') return (parsed ?? []).map((item) => ({ item }));
      const verified = verify(update);
      if (parsed) return parsed.map((item) => judgeItem(item, verified));
      return [...verified.prices.values()].map((price) => ({
        item: toParsedItem(price),
        proof: toProof({ state: 'verified', price }),
      }));
    },
  };
}

/** Where the parsed part contradicts the signed bytes, the signed figure is the one that counts. */
function judgeItem(item: ParsedPrice, verified: VerifiedUpdate): JudgedItem {
  const verdict = judgeFeed(item.id, verified, item);
  const counts = verdict.state === 'mismatch' ? toParsedItem(verdict.price) : item;
  return { item: counts, proof: toProof(verdict) };
}

function toProof(verdict: Verdict): Proof {
  if (verdict.state === 'unverified') return { state: 'unverified', text: verdict.reason };
  if (verdict.state === 'mismatch') {
    const fields = verdict.fields.join(', ');
    const text = `The service contradicts the signed bytes (${fields}). The signed figure is shown.`;
    return { state: 'mismatch', text };
  }
  const { signers, setSize, profileName } = verdict.price.proof;
  return { state: 'verified', text: `${signers.length} of ${setSize} · ${profileName}` };
}
