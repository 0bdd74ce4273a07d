import { parseAccumulatorUpdate } from './accumulator-update.ts';
import type { AccumulatorUpdate, ProvenMessage } from './accumulator-update.ts';
import { decodeBytes, toHex } from './bytes.ts';
import { SignedUpdateError } from './errors.ts';
import { createProofCheck, HASH_BYTES, parseMerkleRoot, type ProofCheck } from './merkle.ts';
import { parseMessage } from './messages.ts';
import { rejectBlob } from './rejections.ts';
import { checkPublishTimes } from './trust/retirement.ts';
import { checkListedSigners, checkSignatures } from './signatures.ts';
import type { SignerCache } from './signatures.ts';
import { profileOfEmitter, quorumOf, usableSet } from './trust/trust-profile.ts';
import type { SignerSet, Trust, TrustProfile } from './trust/trust-profile.ts';
import { parseVaa, type Vaa } from './vaa.ts';
import type { BlobResult, UpdateProof } from './verified.ts';
import type { WorkBudget } from './work-budget.ts';

/** A genuine tree has 8 to 13 levels. */
const MOST_LEVELS = 32;

/** One item of `binary.data`. */
export interface Blob {
  text: string;
  encoding: string;
  /** The position in `binary.data`. */
  blob: number;
}

/** What the blobs of one update share. */
export interface UpdateContext {
  trust: Trust;
  cache: SignerCache;
  budget: WorkBudget;
  /** By root, because blobs of the same slot share the upper hashes of their proofs. */
  proofChecks: Map<string, ProofCheck>;
}

/** Verifies one blob. Bad data never throws: it results in a rejected blob with the error. */
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
 * The cheapest checks come first. A blob is hashed only if it names a trusted emitter, a usable set
 * and a quorum of that set. Curve operations follow only if its messages belong to its root.
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
  // Also for latest prices: if the local clock is slow, `usableSet` still accepts a retired set.
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
