import type { PriceUpdate, PublisherStakeCapsUpdate } from '../../price-service/index.ts';
import { createSignerCache } from '../../domain/signed-updates/signatures.ts';
import { trustFingerprint } from '../../domain/signed-updates/trust/trust-fingerprint.ts';
import {
  markSetInUse,
  type TrustProfile,
} from '../../domain/signed-updates/trust/trust-profile.ts';
import {
  resolveProfiles,
  setKey,
  type TrustSettings,
} from '../../domain/signed-updates/trust/trust-settings.ts';
import { verifyUpdateInTurns, type VerifiedUpdate } from '../../domain/signed-updates/verify.ts';
import type { Signatures } from '../../domain/settings.ts';
import type { UnixMilliseconds } from '../../base/units.ts';
import { judgePrices, signedPrices } from './judge-prices.ts';
import { judgeStakeCaps } from '../answers/judge-stake-caps.ts';
import type { Evidence, JudgedCaps, JudgedItem } from './judged.ts';

// All feeds of a slot share one envelope, and requests for the same slot come within seconds.
const MAX_CACHED_ENVELOPES = 32;

/** Verifies updates under the user's trust settings. */
export interface Judge {
  /** @param history whether the update is from the past, when sets that are retired now could sign */
  judge: (update: PriceUpdate, mode: Signatures, history?: boolean) => Promise<JudgedItem[]>;
  judgeCaps: (update: PublisherStakeCapsUpdate, mode: Signatures) => Promise<JudgedCaps>;
  /** Call this at the start and when the settings change. Verification waits for the first call. */
  trust: (settings: TrustSettings) => Promise<void>;
}

/**
 * @param onSetInUse called with `setKey` when a signer set is first seen in use, which starts the
 *   retirement of older sets
 */
export function createJudge(onSetInUse: (key: string, atMs: UnixMilliseconds) => void): Judge {
  const cache = createSignerCache(MAX_CACHED_ENVELOPES);
  let profiles: readonly TrustProfile[] = [];
  let fingerprint = '';
  let changes = 0;
  const known = Promise.withResolvers<void>();

  return {
    trust: async (settings) => {
      changes += 1;
      const change = changes;
      const next = await trustFingerprint(settings);
      // A later change may have resolved first.
      if (change !== changes) return;
      ({ profiles } = resolveProfiles(settings));
      fingerprint = next;
      known.resolve();
    },
    judge: async ({ binary, parsed }, mode, history = false) => {
      if (mode === 'off' && parsed) return parsed.map((item) => ({ id: item.id, item }));
      const evidence = await verify(binary, history);
      // The signed bytes are the only source of prices, but the user does not want them verified.
      if (mode === 'off')
        return signedPrices(evidence.verified).map(({ id, item }) => ({ id, item }));
      return judgePrices(parsed, evidence);
    },
    judgeCaps: async ({ binary, parsed }, mode) => {
      const caps = parsed?.flatMap((item) => item.publisher_stake_caps) ?? null;
      if (mode === 'off' && caps) return { caps, publishTime: null };
      const judged = judgeStakeCaps(caps, await verify(binary));
      return mode === 'off' ? { caps: judged.caps, publishTime: judged.publishTime } : judged;
    },
  };

  async function verify(binary: PriceUpdate['binary'], history = false): Promise<Evidence> {
    await known.promise;
    const nowMs = Date.now();
    // The trust may change during verification, but the result belongs to this one.
    const trust = fingerprint;
    const verified = await verifyUpdateInTurns(binary, { profiles, nowMs, history }, cache);
    // An update from the past does not show which set is in use now.
    if (!history) markSetsInUse(verified, nowMs);
    return { binary, verified, trust };
  }

  function markSetsInUse({ blobs }: VerifiedUpdate, nowMs: UnixMilliseconds): void {
    for (const blob of blobs) {
      if (!blob.ok) continue;
      const marked = markSetInUse(profiles, blob.proof, nowMs);
      if (marked === profiles) continue;
      profiles = marked;
      onSetInUse(setKey(blob.proof.profileId, blob.proof.setIndex), nowMs);
    }
  }
}
