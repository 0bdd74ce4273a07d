import type { FeedId } from '../../base/units.ts';
import type { ProvenMessage } from './accumulator-update.ts';
import { isUnchecked, SignedUpdateError } from './errors.ts';
import { isPriceMessage, parseMessage, type PriceMessage } from './messages.ts';
import type { BlobResult, RejectedBlob, VerifiedUpdate } from './verified.ts';

/** Parses claims on first use: most callers ignore them. */
export function rejectBlob(
  error: SignedUpdateError,
  messages: readonly ProvenMessage[] = [],
): RejectedBlob {
  let claims: PriceMessage[] | undefined;
  return {
    ok: false,
    error,
    get claims() {
      claims ??= messages.flatMap(({ message }) => readClaim(message));
      return claims;
    },
  };
}

/** The first call builds the lookup table. */
export function createRejectionLookup(blobs: readonly BlobResult[]): VerifiedUpdate['rejectionOf'] {
  let table: RejectionTable | undefined;
  return (id) => {
    table ??= tabulate(blobs);
    return table.byFeed.get(id) ?? table.unreadable;
  };
}

interface RejectionTable {
  byFeed: ReadonlyMap<FeedId, SignedUpdateError>;
  /** The error of a blob without claims. */
  unreadable: SignedUpdateError | null;
}

function tabulate(blobs: readonly BlobResult[]): RejectionTable {
  const byFeed = new Map<FeedId, SignedUpdateError>();
  let unreadable: SignedUpdateError | null = null;
  for (const blob of blobs) {
    if (blob.ok) continue;
    const { error, claims } = blob;
    if (claims.length === 0) unreadable = worse(unreadable, error);
    for (const { id } of claims) byFeed.set(id, worse(byFeed.get(id) ?? null, error));
  }
  return { byFeed, unreadable };
}

/**
 * The first error, unless only the second is a failed check: a blob of an unknown signer must not
 * hide a forged one.
 */
function worse(known: SignedUpdateError | null, other: SignedUpdateError): SignedUpdateError {
  if (known === null) return other;
  return isUnchecked(known.check) && !isUnchecked(other.check) ? other : known;
}

/** Skips a malformed message: the others still count as claims. */
function readClaim(bytes: Uint8Array): PriceMessage[] {
  if (!isPriceMessage(bytes)) return [];
  try {
    const message = parseMessage(bytes);
    return message.kind === 'price' ? [message] : [];
  } catch (error) {
    if (error instanceof SignedUpdateError) return [];
    throw error;
  }
}
