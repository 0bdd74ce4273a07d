import type { ProvenMessage } from './accumulator-update.ts';
import { isUnchecked, SignedUpdateError } from './errors.ts';
import { isPriceMessage, parseMessage, type PriceMessage } from './messages.ts';
import type { BlobResult, RejectedBlob, VerifiedUpdate } from './verified.ts';

/** A blob that proves nothing. Most callers never ask for its claims: they are parsed on demand. */
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

/** The lookup of `VerifiedUpdate.rejectionOf`: its table is made once, when it is first needed. */
export function createRejectionLookup(blobs: readonly BlobResult[]): VerifiedUpdate['rejectionOf'] {
  let table: RejectionTable | undefined;
  return (id) => {
    table ??= tabulate(blobs);
    return table.byFeed.get(id) ?? table.unreadable;
  };
}

interface RejectionTable {
  byFeed: ReadonlyMap<string, SignedUpdateError>;
  /** Of a blob without any claim. */
  unreadable: SignedUpdateError | null;
}

function tabulate(blobs: readonly BlobResult[]): RejectionTable {
  const byFeed = new Map<string, SignedUpdateError>();
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
 * The first error, unless it only says that nothing was checked and the other one is of a failed
 * check: a blob of an unknown signer must not hide a forged one beside it.
 */
function worse(known: SignedUpdateError | null, other: SignedUpdateError): SignedUpdateError {
  if (known === null) return other;
  return isUnchecked(known.check) && !isUnchecked(other.check) ? other : known;
}

/** A malformed message is no claim, but the others of its blob still are. */
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
