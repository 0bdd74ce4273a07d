import { SignedUpdateError } from './errors.ts';
import { decodeStakeCaps, type StakeCapsMessage } from './messages.ts';
import { newestById, newestOf } from './newest.ts';
import { nextTurn } from './next-turn.ts';
import { createRejectionLookup, rejectBlob } from './rejections.ts';
import { createSignerCache, type SignerCache } from './signatures.ts';
import type { Trust } from './trust-profile.ts';
import type { BlobResult, Verified, VerifiedStakeCaps, VerifiedUpdate } from './verified.ts';
import { verifyBlob, type UpdateContext } from './verify-blob.ts';
import { createWorkBudget } from './work-budget.ts';

export type {
  BlobResult,
  UpdateProof,
  Verified,
  VerifiedPrice,
  VerifiedStakeCaps,
  VerifiedTwap,
  VerifiedUpdate,
} from './verified.ts';

/** A genuine update has a blob for every 255 feeds of a slot. */
const MOST_BLOBS = 128;

/** Rejecting each one costs expensive curve operations: after so many the rest is not read. */
const MOST_BAD_SIGNATURES = 8;

/** The `binary` part of an update, as the service sent it. */
export interface SignedBinary {
  encoding: string;
  data: readonly string[];
}

/**
 * Verifies the `binary` part of an update: each blob's form, emitter, signer set, signatures,
 * and every message's proof. A blob with anything wrong in it proves nothing and spoils no
 * other blob, unless the update as a whole costs more work than any genuine one. Bad data never
 * throws; it is a `SignedUpdateError` of its blob.
 *
 * Signatures do not age: an old but genuine update verifies. Compare `publishTime` with the
 * clock and with the stored price. And an update proves nothing about what it leaves out:
 * look up feeds by id.
 *
 * @param cache remembers who signed; with one cache for all calls, each slot's signatures are
 *   recovered once for all its feeds
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
 * Like `verifyUpdate`, but other tasks of the thread get a turn between the blobs: recovering the
 * signatures of many slots can take seconds in all. An update of one blob takes no turn.
 *
 * @throws the signal's reason, when it is aborted before the last blob
 */
export async function verifyUpdateInTurns(
  binary: SignedBinary,
  trust: Trust,
  cache: SignerCache = createSignerCache(),
  options: { nextTurn?: () => Promise<void>; signal?: AbortSignal } = {},
): Promise<VerifiedUpdate> {
  const { nextTurn: giveTurn = nextTurn, signal } = options;
  const steps = verifyInSteps(binary, trust, cache);
  for (;;) {
    signal?.throwIfAborted();
    const step = steps.next();
    if (step.done === true) return step.value;
    await giveTurn();
  }
}

/** Yields between two blobs, which is where the thread can be given a turn. */
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
  const reason =
    badSignatures < MOST_BAD_SIGNATURES
      ? 'The update has more parts than any genuine one.'
      : `After ${MOST_BAD_SIGNATURES} wrong signatures the rest is not read.`;
  const unread = data.length - blobs.length;
  if (unread > 0) blobs.push(rejectBlob(new SignedUpdateError('size', reason)));
  return toVerifiedUpdate(blobs, unread);
}

/**
 * The last result stands for all blobs that were not read: there may be a million of them, and
 * making an error takes microseconds.
 */
function toVerifiedUpdate(blobs: readonly BlobResult[], unread: number): VerifiedUpdate {
  const messages = blobs.flatMap((result) => (result.ok ? result.messages : []));
  const newestCaps = newestOf(messages.filter((message) => message.kind === 'stake-caps'));
  let stakeCaps: VerifiedStakeCaps | null | undefined;
  return {
    blobs: withRepeatedLast(blobs, unread - 1),
    prices: newestById(messages.filter((message) => message.kind === 'price')),
    twaps: newestById(messages.filter((message) => message.kind === 'twap')),
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
