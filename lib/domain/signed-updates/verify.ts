import { SignedUpdateError } from './errors.ts';
import {
  decodeStakeCaps,
  type StakeCapsMessage,
  parseMessage,
  type SignedMessage,
} from './messages.ts';
import { nextTurn } from '../../base/next-turn.ts';
import { createRejectionLookup, rejectBlob } from './rejections.ts';
import {
  createSignerCache,
  type SignerCache,
  checkListedSigners,
  checkSignatures,
} from './signatures.ts';
import {
  type Trust,
  profileOfEmitter,
  quorumOf,
  usableSet,
  type SignerSet,
  type TrustProfile,
  retirementOf,
} from './trust/trust-profile.ts';
import type {
  BlobResult,
  Verified,
  VerifiedStakeCaps,
  VerifiedUpdate,
  UpdateProof,
} from './verified.ts';
import type { VerificationProblem } from './verification-problem.ts';
import { createWorkBudget, type WorkBudget } from './work-budget.ts';
import { type UnixSeconds, toMilliseconds } from '../../base/units.ts';
import {
  parseAccumulatorUpdate,
  type AccumulatorUpdate,
  type ProvenMessage,
} from './accumulator-update.ts';
import { decodeBytes, toHex } from './bytes.ts';
import { createProofCheck, HASH_BYTES, parseMerkleRoot, type ProofCheck } from './merkle.ts';
import { parseVaa, type Vaa } from './vaa.ts';

export type {
  BlobResult,
  UpdateProof,
  Verified,
  VerifiedPrice,
  VerifiedUpdate,
} from './verified.ts';

/** A genuine update has one blob per 255 feeds of a slot. */
const MOST_BLOBS = 128;

/** Each bad signature costs a curve operation, so the rest of the update is not read. */
const MOST_BAD_SIGNATURES = 8;

/** As the service sent it. */
export interface SignedBinary {
  encoding: string;
  data: readonly string[];
}

/**
 * Verifies each blob's format, emitter, signer set and signatures, and every message's proof. A bad
 * blob proves nothing and does not affect others, unless the update costs more work than any
 * genuine one. Never throws for bad data.
 *
 * Old but genuine updates pass: callers compare `publishTime`. An update proves nothing about feeds
 * that it does not contain.
 *
 * @param cache if all calls share it, a slot's signatures are recovered once for all its feeds
 */
export function verifyUpdate(
  binary: SignedBinary,
  trust: Trust,
  cache: SignerCache = createSignerCache(),
): VerifiedUpdate {
  const steps = verifyInSteps(binary, trust, cache);
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/**
 * Like `verifyUpdate`, but lets other tasks run between blobs: recovering many slots' signatures
 * can take seconds.
 */
export async function verifyUpdateInTurns(
  binary: SignedBinary,
  trust: Trust,
  cache: SignerCache = createSignerCache(),
): Promise<VerifiedUpdate> {
  const steps = verifyInSteps(binary, trust, cache);
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    await nextTurn();
  }
}

/** Yields between blobs. */
function* verifyInSteps(
  { encoding, data }: SignedBinary,
  trust: Trust,
  cache: SignerCache,
): Generator<void, VerifiedUpdate, void> {
  const context: UpdateContext = {
    trust,
    cache,
    budget: createWorkBudget(),
    proofChecks: new Map(),
  };
  const blobs: BlobResult[] = [];
  let badSignatures = 0;
  for (const [blob, text] of data.slice(0, MOST_BLOBS).entries()) {
    if (badSignatures >= MOST_BAD_SIGNATURES) break;
    if (blob > 0) yield;
    const result = verifyBlob({ text, encoding, blob }, context);
    blobs.push(result);
    if (!result.ok && result.error.check === 'signature') badSignatures += 1;
  }
  const problem: VerificationProblem =
    badSignatures < MOST_BAD_SIGNATURES
      ? { code: 'too-many-parts' }
      : { code: 'too-many-bad-signatures', count: MOST_BAD_SIGNATURES };
  const unread = data.length - blobs.length;
  if (unread > 0) blobs.push(rejectBlob(new SignedUpdateError('size', problem)));
  return toVerifiedUpdate(blobs, unread);
}

/** All unread blobs share the last result: there can be a million of them. */
function toVerifiedUpdate(blobs: readonly BlobResult[], unread: number): VerifiedUpdate {
  const messages = blobs.flatMap((result) => (result.ok ? result.messages : []));
  const newestCaps = newestOf(messages.filter((message) => message.kind === 'stake-caps'));
  let stakeCaps: VerifiedStakeCaps | null | undefined;
  return {
    blobs: withRepeatedLast(blobs, unread - 1),
    prices: newestById(messages.filter((message) => message.kind === 'price')),
    get stakeCaps() {
      stakeCaps ??= newestCaps && withDecodedCaps(newestCaps);
      return stakeCaps;
    },
    rejectionOf: createRejectionLookup(blobs),
  };
}

function withRepeatedLast(blobs: readonly BlobResult[], times: number): BlobResult[] {
  const last = blobs.at(-1);
  if (last === undefined || times < 1) return [...blobs];
  return [...blobs].concat(Array<BlobResult>(times).fill(last));
}

function withDecodedCaps({ entries, ...rest }: Verified<StakeCapsMessage>): VerifiedStakeCaps {
  return { ...rest, caps: decodeStakeCaps(entries) };
}

type Timed = { publishTime: UnixSeconds; proof: UpdateProof };

/** By feed id. For equal times, the newest slot. */
function newestById<Message extends Timed & { id: string }>(
  messages: readonly Message[],
): Map<string, Message> {
  const byId = new Map<string, Message>();
  for (const message of messages) {
    byId.set(message.id, newer(byId.get(message.id) ?? null, message));
  }
  return byId;
}

/** For equal times, the newest slot. */
function newestOf<Message extends Timed>(messages: readonly Message[]): Message | null {
  return messages.reduce<Message | null>(newer, null);
}

function newer<Message extends Timed>(known: Message | null, other: Message): Message {
  if (known === null) return other;
  const later =
    other.publishTime - known.publishTime || Number(other.proof.slot - known.proof.slot);
  return later > 0 ? other : known;
}

/** A genuine tree has 8 to 13 levels. */
const MOST_LEVELS = 32;

/** One item of `binary.data`. */
interface Blob {
  text: string;
  encoding: string;
  /** Position in `binary.data`. */
  blob: number;
}

/** Shared by an update's blobs. */
interface UpdateContext {
  trust: Trust;
  cache: SignerCache;
  budget: WorkBudget;
  /** By root, because blobs of one slot share upper hashes. */
  proofChecks: Map<string, ProofCheck>;
}

/** Never throws: bad data results in a rejected blob. */
function verifyBlob(blob: Blob, context: UpdateContext): BlobResult {
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
