import {
  parseAccumulatorUpdate,
  type AccumulatorUpdate,
  type ProvenMessage,
} from './accumulator-update.ts';
import { decodeBytes, toHex } from './bytes.ts';
import { SignedUpdateError } from './errors.ts';
import { createProofCheck, HASH_BYTES, parseMerkleRoot, type ProofCheck } from './merkle.ts';
import { parseMessage, type SignedMessage } from './messages.ts';
import { rejectBlob } from './rejections.ts';
import { checkListedSigners, checkSignatures, type SignerCache } from './signatures.ts';
import {
  profileOfEmitter,
  quorumOf,
  usableSet,
  type SignerSet,
  type Trust,
  type TrustProfile,
  retirementOf,
} from './trust/trust-profile.ts';
import { parseVaa, type Vaa } from './vaa.ts';
import type { BlobResult, UpdateProof } from './verified.ts';
import type { WorkBudget } from './work-budget.ts';
import { toMilliseconds } from '../../base/units.ts';

/** A genuine tree has 8 to 13 levels. */
const MOST_LEVELS = 32;

/** One item of `binary.data`. */
export interface Blob {
  text: string;
  encoding: string;
  /** Position in `binary.data`. */
  blob: number;
}

/** Shared by an update's blobs. */
export interface UpdateContext {
  trust: Trust;
  cache: SignerCache;
  budget: WorkBudget;
  /** By root, because blobs of one slot share upper hashes. */
  proofChecks: Map<string, ProofCheck>;
}

/** Never throws: bad data results in a rejected blob. */
export function verifyBlob(blob: Blob, context: UpdateContext): BlobResult {
  let messages: readonly ProvenMessage[] = [];
  try {
    const update = readUpdate(blob, context.budget);
    ({ messages } = update);
    return proveUpdate(update, blob, context);
  } catch (error) {
    if (error instanceof SignedUpdateError) return rejectBlob(error, messages);
    throw error;
  }
}

function readUpdate({ text, encoding }: Blob, budget: WorkBudget): AccumulatorUpdate {
  budget.spendText(text.length);
  const update = parseAccumulatorUpdate(decodeBytes(text, encoding));
  budget.spendMessages(update.messages.length);
  return update;
}

/**
 * Cheapest checks first: hashing needs a trusted emitter, a usable set and a quorum; curve
 * operations need messages of the root.
 */
function proveUpdate(
  { vaa: bytes, messages }: AccumulatorUpdate,
  { blob }: Blob,
  context: UpdateContext,
): BlobResult {
  const { trust, cache, budget } = context;
  const vaa = parseVaa(bytes);
  const profile = profileOfEmitter(trust.profiles, vaa.emitterChain, vaa.emitterAddress);
  const set = usableSet(profile, vaa.setIndex, trust);
  checkListedSigners(vaa, profile, set);
  checkLevels(messages);
  const parsed = messages.map(({ message }) => parseMessage(message));
  // Necessary even for latest prices: with a slow local clock, `usableSet` accepts a retired set.
  checkPublishTimes(profile, set, parsed);
  const { slot, root } = parseMerkleRoot(vaa.payload);
  checkProofs(messages, root, context);
  checkSignatures(vaa, set, cache, budget.hash);

  const proof = toProof({ vaa, profile, set, slot, root });
  const verified = parsed.map((message, position) => {
    const proofLength = (messages[position]?.proof.length ?? 0) / HASH_BYTES;
    return { ...message, proof, proofLength, blob };
  });
  return { ok: true, proof, messages: verified };
}

function checkLevels(messages: readonly ProvenMessage[]): void {
  const levels = Math.max(0, ...messages.map(({ proof }) => proof.length / HASH_BYTES));
  if (levels > MOST_LEVELS) {
    const problem = { code: 'too-many-hashes', hashes: levels, most: MOST_LEVELS } as const;
    throw new SignedUpdateError('size', problem);
  }
}

function checkProofs(
  messages: readonly ProvenMessage[],
  root: Uint8Array,
  { proofChecks, budget }: UpdateContext,
): void {
  const name = toHex(root);
  const isProven = proofChecks.get(name) ?? createProofCheck(root, budget.hash);
  proofChecks.set(name, isProven);
  if (!messages.every(({ message, proof }) => isProven(message, proof))) {
    throw new SignedUpdateError('proof', { code: 'not-in-root' });
  }
}

function toProof({
  vaa,
  profile,
  set,
  slot,
  root,
}: {
  vaa: Vaa;
  profile: TrustProfile;
  set: SignerSet;
  slot: bigint;
  root: Uint8Array;
}): UpdateProof {
  return {
    profileId: profile.id,
    profileName: profile.name,
    isBuiltIn: profile.isBuiltIn,
    setIndex: set.index,
    setKeys: set.keys,
    setSize: set.keys.length,
    quorum: quorumOf(profile, set),
    signers: vaa.signatures.map(({ index }) => index),
    emitterChain: vaa.emitterChain,
    emitterAddress: vaa.emitterAddress,
    timestamp: vaa.timestamp,
    sequence: vaa.sequence,
    slot,
    root: toHex(root),
  };
}

/**
 * No message may be published after its signer set was retired. Otherwise, stolen retired keys
 * could sign later prices.
 * @throws SignedUpdateError `expired-set`
 */
function checkPublishTimes(
  profile: TrustProfile,
  set: SignerSet,
  messages: readonly SignedMessage[],
): void {
  const retiredMs = retirementOf(profile, set);
  const isLate = messages.some(
    (message) => 'publishTime' in message && toMilliseconds(message.publishTime) > retiredMs,
  );
  if (isLate) {
    throw new SignedUpdateError('expired-set', {
      code: 'published-after-retirement',
      setIndex: set.index,
      profileName: profile.name,
      retiredMs,
    });
  }
}
