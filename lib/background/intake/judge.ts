import type {
  ParsedPrice,
  PriceUpdate,
  PublisherStakeCapsUpdate,
} from '../../price-service/index.ts';
import { isUnchecked } from '../../domain/signed-updates/errors.ts';
import type { PriceMessage } from '../../domain/signed-updates/messages.ts';
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
import { judgeFeed } from '../../domain/signed-updates/verdict.ts';
import {
  verifyUpdateInTurns,
  type SignedBinary,
  type VerifiedPrice,
  type VerifiedUpdate,
} from '../../domain/signed-updates/verify.ts';
import { SAMPLE_DATA } from '../../domain/samples/sample-service.ts';
import type { StoredPrice } from '../../domain/prices/stored-price.ts';
import type { Signatures } from '../../domain/settings.ts';
import type { FeedId, UnixMilliseconds } from '../../base/units.ts';
import { judgeStakeCaps, type Failure, type JudgedCaps } from './judge-stake-caps.ts';
import { toProof } from './proofs.ts';

// All feeds of a slot share an envelope, and requests for a slot come within seconds.
const MAX_CACHED_ENVELOPES = 32;

export interface JudgedPrice {
  id: FeedId;
  /**
   * On a mismatch, the signed price. `null` if it failed verification and there is no signed price.
   */
  price: StoredPrice | null;
  failure?: Failure;
  evidence?: PriceEvidence;
}

interface PriceEvidence {
  signed: VerifiedPrice;
  binary: SignedBinary;
}

/** Verifies updates under the user's trust settings. */
export interface Judge {
  verifyUpdate: (
    update: PriceUpdate,
    mode: Signatures,
    options?: UpdateOptions,
  ) => Promise<JudgedPrice[]>;
  verifyStakeCaps: (update: PublisherStakeCapsUpdate, mode: Signatures) => Promise<JudgedCaps>;
  /** Call this at the start and when settings change. Verification waits for the first call. */
  trust: (settings: TrustSettings) => Promise<void>;
}

interface UpdateOptions {
  /** By the local clock; default now. */
  receivedAt?: UnixMilliseconds;
  /** Signer sets retired since could sign past updates. */
  isPast?: boolean;
}

interface Evidence {
  binary: SignedBinary;
  verified: VerifiedUpdate;
  trust: string;
}

interface SentPrice {
  id: FeedId;
  price: StoredPrice;
  /** Missing if read from the signed bytes. */
  parsed?: ParsedPrice;
}

type OnSetInUse = (key: string, atMs: UnixMilliseconds) => void;

/**
 * @param onSetInUse called when a signer set is first seen, which starts retiring older sets
 * @param areSamples whether sample prices may be shown now
 */
export function createJudge(onSetInUse: OnSetInUse, areSamples = () => false): Judge {
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
    verifyUpdate: async ({ binary, parsed }, mode, options = {}) => {
      const { receivedAt = Date.now(), isPast = false } = options;
      const sent = parsed?.map((item) => fromParsed(item, receivedAt));
      if (binary.data[0] === SAMPLE_DATA) return areSamples() ? (sent ?? []).map(asSample) : [];
      if (mode === 'off' && sent) return sent.map(withoutVerdict);
      const evidence = await verify(binary, isPast);
      const prices = sent ?? signedPrices(evidence.verified, receivedAt);
      // The signed bytes are the only source, but the user turned verification off.
      if (mode === 'off') return prices.map(withoutVerdict);
      return prices.map((price) => judgePrice(price, evidence));
    },
    verifyStakeCaps: async ({ binary, parsed }, mode) => {
      const caps = parsed?.flatMap((item) => item.publisher_stake_caps) ?? null;
      if (mode === 'off' && caps) return { caps, publishTime: null };
      const judged = judgeStakeCaps(caps, await verify(binary));
      return mode === 'off' ? { caps: judged.caps, publishTime: judged.publishTime } : judged;
    },
  };

  async function verify(binary: PriceUpdate['binary'], isPast = false): Promise<Evidence> {
    await known.promise;
    const nowMs = Date.now();
    // The trust may change during verification.
    const trust = fingerprint;
    const verified = await verifyUpdateInTurns(binary, { profiles, nowMs, history: isPast }, cache);
    // A past update doesn't show which signer set is in use now.
    if (!isPast) markSetsInUse(verified, nowMs);
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

function withoutVerdict({ id, price }: SentPrice): JudgedPrice {
  return { id, price };
}

function asSample({ id, price }: SentPrice): JudgedPrice {
  return { id, price: { ...price, isSample: true } };
}

/** Proven prices first. */
function signedPrices(
  { prices, blobs }: VerifiedUpdate,
  receivedAt: UnixMilliseconds,
): SentPrice[] {
  const claims = new Map<FeedId, PriceMessage>();
  for (const claim of blobs.flatMap((blob) => (blob.ok ? [] : blob.claims))) {
    // The reason shown is the error of the first claim's blob.
    if (!prices.has(claim.id) && !claims.has(claim.id)) claims.set(claim.id, claim);
  }
  return [
    ...[...prices].map(([id, signed]) => ({ id, price: fromSigned(signed, receivedAt) })),
    ...[...claims].map(([id, claim]) => ({ id, price: fromMessage(claim, null, receivedAt) })),
  ];
}

function judgePrice(
  { id, price, parsed }: SentPrice,
  { binary, verified, trust }: Evidence,
): JudgedPrice {
  const verdict = judgeFeed(id, verified, parsed);
  if (verdict.state === 'unverified') {
    const { check, problem: reason } = verdict;
    if (!isUnchecked(check)) return { id, price: null, failure: { reason, trust } };
    return { id, price: { ...price, proof: { state: 'unchecked', reason, trust } } };
  }
  const { price: signed } = verdict;
  const proof = toProof(signed.proof, trust);
  const evidence = { signed, binary };
  if (verdict.state === 'verified') {
    // The slot orders prices of the same second, and the parsed price may lack it.
    const slot = price.slot ?? slotOf(signed);
    return { id, price: { ...price, slot, proof }, evidence };
  }
  const reason = { code: 'mismatch' as const, fields: verdict.fields };
  const right = { ...fromSigned(signed, price.receivedAt), proof };
  return { id, price: right, failure: { reason, trust }, evidence };
}

function fromParsed(parsed: ParsedPrice, receivedAt: UnixMilliseconds): SentPrice {
  const { id, price, ema_price: ema, metadata } = parsed;
  return {
    id,
    parsed,
    price: {
      price: price.price,
      conf: price.conf,
      expo: price.expo,
      publishTime: price.publish_time,
      emaPrice: ema.price,
      emaConf: ema.conf,
      emaExpo: ema.expo,
      slot: metadata.slot ?? null,
      prevPublishTime: metadata.prev_publish_time ?? null,
      proofAvailableTime: metadata.proof_available_time ?? null,
      receivedAt,
      direction: 0,
    },
  };
}

function fromSigned(signed: VerifiedPrice, receivedAt: UnixMilliseconds): StoredPrice {
  return fromMessage(signed, slotOf(signed), receivedAt);
}

/** @param slot `null` for an unproven message: only a proof contains it */
function fromMessage(
  { price, conf, expo, publishTime, prevPublishTime, emaPrice, emaConf }: PriceMessage,
  slot: number | null,
  receivedAt: UnixMilliseconds,
): StoredPrice {
  return {
    price: price.toString(),
    conf: conf.toString(),
    expo,
    publishTime,
    emaPrice: emaPrice.toString(),
    emaConf: emaConf.toString(),
    emaExpo: expo,
    slot,
    prevPublishTime,
    proofAvailableTime: null,
    receivedAt,
    direction: 0,
  };
}

function slotOf({ proof }: VerifiedPrice): number | null {
  const slot = Number(proof.slot);
  return Number.isSafeInteger(slot) ? slot : null;
}
