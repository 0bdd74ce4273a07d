import { SignedUpdateError } from './errors.ts';
import { decodeStakeCaps, type StakeCapsMessage } from './messages.ts';
import { newestById, newestOf } from './newest.ts';
import { nextTurn } from './next-turn.ts';
import { createRejectionLookup, rejectBlob } from './rejections.ts';
import { createSignerCache, type SignerCache } from './signatures.ts';
import type { Trust } from './trust/trust-profile.ts';
import type { BlobResult, Verified, VerifiedStakeCaps, VerifiedUpdate } from './verified.ts';
import type { VerificationProblem } from './verification-problem.ts';
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

/** A genuine update has one blob per 255 feeds of a slot. */
const MOST_BLOBS = 128;

/** Rejecting each one costs an expensive curve operation, so the rest is not read. */
const MOST_BAD_SIGNATURES = 8;

/** The `binary` part of an update, as the service sent it. */
export interface SignedBinary {
  encoding: string;
  data: readonly string[];
}

/**
 * Verifies the `binary` part of an update: the format, emitter, signer set and signatures of each
 * blob, and the proof of every message. A blob with any error proves nothing but does not affect
 * other blobs, unless the update as a whole costs more work than any genuine one. Bad data never
 * throws; it results in a `SignedUpdateError` for its blob.
 *
 * Signatures do not expire: an old but genuine update passes. Callers have to compare `publishTime`
 * with the clock and with the stored price. An update proves nothing about feeds that it does not
 * contain, so look up feeds by id.
 *
 * @param cache remembers who signed. If all calls share one cache, the signatures of a slot are
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
 * Like `verifyUpdate`, but lets other tasks of the thread run between the blobs: recovering the
 * signatures of many slots can take seconds in total. An update with a single blob does not pause.
 *
 * @throws the signal's reason if it is aborted before the last blob
 */
export async function verifyUpdateInTurns(
  binary: SignedBinary,
  trust: Trust,
  cache: SignerCache = createSignerCache(),
  options: { nextTurn?: () => Promise<void>; signal?: AbortSignal } = {},
): Promise<VerifiedUpdate> {
  const { nextTurn: waitForTurn = nextTurn, signal } = options;
  const steps = verifyInSteps(binary, trust, cache);
  for (;;) {
    signal?.throwIfAborted();
    const step = steps.next();
    if (step.done === true) return step.value;
    await waitForTurn();
  }
}

/** Yields between blobs, where the caller can let other tasks run. */
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

/**
 * The last result is shared by all blobs that were not read. There can be a million of them, and
 * creating an error takes microseconds.
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
