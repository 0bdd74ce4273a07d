import type { ProvenMessage } from './accumulator-update.ts';
import { SignedUpdateError } from './errors.ts';
import { isPriceMessage, parseMessage, type PriceMessage } from './messages.ts';
import type { BlobResult, RejectedBlob, VerifiedUpdate } from './verified.ts';

/** Creates a rejected blob. Its claims are parsed on first use: most callers ignore them. */
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

/** Creates `VerifiedUpdate.rejectionOf`. The first call builds the lookup table. */
export function createRejectionLookup(blobs: readonly BlobResult[]): VerifiedUpdate['rejectionOf'] {
  let table: RejectionTable | undefined;
  return (id) => {
    table ??= tabulate(blobs);
    return table.byFeed.get(id) ?? table.unreadable;
  };
}

interface RejectionTable {
  byFeed: ReadonlyMap<string, SignedUpdateError>;
  /** The error of the first blob without any claims. */
  unreadable: SignedUpdateError | null;
}

function tabulate(blobs: readonly BlobResult[]): RejectionTable {
  const byFeed = new Map<string, SignedUpdateError>();
  let unreadable: SignedUpdateError | null = null;
  for (const blob of blobs) {
    if (blob.ok) continue;
    const { error, claims } = blob;
    if (claims.length === 0) unreadable ??= error;
    for (const { id } of claims) if (!byFeed.has(id)) byFeed.set(id, error);
  }
  return { byFeed, unreadable };
}

/** Skips a malformed message: the other messages of its blob still count as claims. */
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
