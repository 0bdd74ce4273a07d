import { SignedUpdateError } from './errors.ts';
import { decodeStakeCaps, type StakeCapsMessage } from './messages.ts';
import { nextTurn } from '../../base/next-turn.ts';
import { createRejectionLookup, rejectBlob } from './rejections.ts';
import { createSignerCache, type SignerCache } from './signatures.ts';
import type { Trust } from './trust/trust-profile.ts';
import type {
  BlobResult,
  Verified,
  VerifiedStakeCaps,
  VerifiedUpdate,
  UpdateProof,
} from './verified.ts';
import type { VerificationProblem } from './verification-problem.ts';
import { verifyBlob, type UpdateContext } from './verify-blob.ts';
import { createWorkBudget } from './work-budget.ts';
import type { UnixSeconds } from '../../base/units.ts';

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
