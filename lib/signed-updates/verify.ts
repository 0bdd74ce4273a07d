import { parseAccumulatorUpdate, type ProvenMessage } from './accumulator-update.ts';
import { decodeBytes, toHex } from './bytes.ts';
import { SignedUpdateError } from './errors.ts';
import { createProofCheck, parseMerkleRoot } from './merkle.ts';
import { parseMessage } from './messages.ts';
import type { PriceMessage, SignedMessage, StakeCapsMessage, TwapMessage } from './messages.ts';
import { checkListedSigners, checkSignatures, createSignerCache } from './signatures.ts';
import type { SignerCache } from './signatures.ts';
import { profileOfEmitter, quorumOf, usableSet } from './trust-profile.ts';
import type { Trust } from './trust-profile.ts';
import { parseVaa } from './vaa.ts';

const HASH_BYTES = 20;

/** A blob holds 255 feeds of one slot; more blobs than this only keep the verifier busy. */
const MOST_BLOBS = 128;

/** Each takes the curve's dear arithmetic to refuse; after so many the rest is not looked at. */
const MOST_BAD_SIGNATURES = 8;

/** Who signed a slot's root, and what else the signed envelope says. */
export interface UpdateProof {
  profileId: string;
  profileName: string;
  isBuiltIn: boolean;
  setIndex: number;
  /** How many signers the set has, and how many of them are enough. */
  setSize: number;
  quorum: number;
  /** The places in the set of those who signed, ascending. */
  signers: number[];
  emitterChain: number;
  emitterAddress: string;
  /** The envelope's own time, unix seconds. */
  timestamp: number;
  sequence: bigint;
  slot: bigint;
  /** 40 hex digits. */
  root: string;
}

/** A proven message, the proof that it shares with its slot, and its place. */
export type Verified<Message> = Message & {
  proof: UpdateProof;
  /** Hashes from the message's leaf to the root. */
  proofLength: number;
  /** The position in `binary.data`. */
  blob: number;
};

export type VerifiedPrice = Verified<PriceMessage>;
export type VerifiedTwap = Verified<TwapMessage>;
export type VerifiedStakeCaps = Verified<StakeCapsMessage>;

/** What became of one blob of `binary.data`. */
export type BlobResult =
  | { ok: true; proof: UpdateProof; messages: Verified<SignedMessage>[] }
  /** `claims`: the prices that the rejected blob spoke of, as far as it could be read; unproven. */
  | { ok: false; error: SignedUpdateError; claims: PriceMessage[] };

/** What an update proves. Nothing is said about feeds that are not in the maps. */
export interface VerifiedUpdate {
  blobs: BlobResult[];
  /** By feed id; of several messages of a feed the newest publish time, then slot. */
  prices: ReadonlyMap<string, VerifiedPrice>;
  twaps: ReadonlyMap<string, VerifiedTwap>;
  stakeCaps: VerifiedStakeCaps | null;
}

/**
 * Verifies the `binary` part of an update: each blob's form, emitter, signer set, signatures,
 * and every message's proof. A blob with anything wrong in it proves nothing and spoils no
 * other blob. Bad data never throws; it is a `SignedUpdateError` of its blob.
 *
 * Signatures do not age: an old but genuine update verifies. Compare `publishTime` with the
 * clock and with what is shown already. And an update proves nothing about what it leaves out:
 * look up feeds by id.
 *
 * @param cache remembers who signed; kept from call to call, each slot's signatures are
 *   recovered once for all its feeds
 */
export function verifyUpdate(
  binary: { encoding: string; data: readonly string[] },
  trust: Trust,
  cache: SignerCache = createSignerCache(),
): VerifiedUpdate {
  let badSignatures = 0;
  const blobs = binary.data.map((text, blob) => {
    if (blob >= MOST_BLOBS) return unread('The update has more parts than any genuine one.');
    if (badSignatures >= MOST_BAD_SIGNATURES) {
      return unread(`After ${MOST_BAD_SIGNATURES} wrong signatures the rest is not read.`);
    }
    const result = verifyBlob({ text, encoding: binary.encoding, blob }, trust, cache);
    if (!result.ok && result.error.check === 'signature') badSignatures += 1;
    return result;
  });
  const messages = blobs.flatMap((result) => (result.ok ? result.messages : []));
  return {
    blobs,
    prices: newestById(messages.filter((message) => message.kind === 'price')),
    twaps: newestById(messages.filter((message) => message.kind === 'twap')),
    stakeCaps: newestOf(messages.filter((message) => message.kind === 'stake-caps')),
  };
}

export async function verifyUpdateInTurns(
  binary: { encoding: string; data: readonly string[] },
  trust: Trust,
  cache: SignerCache = createSignerCache(),
): Promise<VerifiedUpdate> {
  await Promise.resolve();
  return verifyUpdate(binary, trust, cache);
}

interface Blob {
  text: string;
  encoding: string;
  blob: number;
}

function verifyBlob(blob: Blob, trust: Trust, cache: SignerCache): BlobResult {
  const claims: PriceMessage[] = [];
  try {
    return verifyOrThrow(blob, { trust, cache, claims });
  } catch (error) {
    if (error instanceof SignedUpdateError) return { ok: false, error, claims };
    throw error;
  }
}

/** Cheap checks come first, the curve last: most rubbish costs next to nothing. */
function verifyOrThrow(
  { text, encoding, blob }: Blob,
  {
    trust,
    cache,
    claims,
  }: {
    trust: Trust;
    cache: SignerCache;
    claims: PriceMessage[];
  },
): BlobResult {
  const update = parseAccumulatorUpdate(decodeBytes(text, encoding));
  const parsed = parseAll(update.messages, claims);
  const vaa = parseVaa(update.vaa);
  const profile = profileOfEmitter(trust.profiles, vaa.emitterChain, vaa.emitterAddress);
  const set = usableSet(profile, vaa.setIndex, trust);
  checkListedSigners(vaa, profile, set);
  const { slot, root } = parseMerkleRoot(vaa.payload);
  const isProven = createProofCheck(root);
  if (!update.messages.every(({ message, proof }) => isProven(message, proof))) {
    throw new SignedUpdateError('proof', 'A message does not belong to the signed root.');
  }
  checkSignatures(vaa, set, cache);

  const proof: UpdateProof = {
    profileId: profile.id,
    profileName: profile.name,
    isBuiltIn: !profile.id.startsWith('custom-'),
    setIndex: set.index,
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
  const messages = parsed.map((message, position) => {
    const proofLength = (update.messages[position]?.proof.length ?? 0) / HASH_BYTES;
    return { ...message, proof, proofLength, blob };
  });
  return { ok: true, proof, messages };
}

/** Bad ones do not keep the others from being claims: each feed is told why it is not verified. */
function parseAll(messages: readonly ProvenMessage[], claims: PriceMessage[]): SignedMessage[] {
  const parsed: SignedMessage[] = [];
  let bad: SignedUpdateError | null = null;
  for (const { message } of messages) {
    try {
      const signed = parseMessage(message);
      if (signed.kind === 'price') claims.push(signed);
      parsed.push(signed);
    } catch (error) {
      if (!(error instanceof SignedUpdateError)) throw error;
      bad ??= error;
    }
  }
  if (bad) throw bad;
  return parsed;
}

function unread(reason: string): BlobResult {
  return { ok: false, error: new SignedUpdateError('size', reason), claims: [] };
}

type Timed = { publishTime: number; proof: UpdateProof };

function newestById<Message extends Timed & { id: string }>(
  messages: readonly Message[],
): Map<string, Message> {
  const byId = new Map<string, Message>();
  for (const message of messages) {
    byId.set(message.id, newer(byId.get(message.id) ?? null, message));
  }
  return byId;
}

function newestOf<Message extends Timed>(messages: readonly Message[]): Message | null {
  return messages.reduce<Message | null>(newer, null);
}

function newer<Message extends Timed>(known: Message | null, other: Message): Message {
  if (known === null) return other;
  const later =
    other.publishTime - known.publishTime || Number(other.proof.slot - known.proof.slot);
  return later > 0 ? other : known;
}
