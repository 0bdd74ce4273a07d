import type { FeedId, UnixSeconds } from '../../base/units.ts';
import type { SignedUpdateError } from './errors.ts';
import type { PriceMessage, SignedMessage, SignedStakeCaps } from './messages.ts';

/** The contents of a slot's signed envelope. */
export interface UpdateProof {
  profileId: string;
  profileName: string;
  /** False if the user added the profile. */
  isBuiltIn: boolean;
  setIndex: number;
  /** Addresses of the whole set, in order. */
  setKeys: readonly string[];
  setSize: number;
  /** Number of signatures required. */
  quorum: number;
  /** Indexes of the signers, ascending. */
  signers: number[];
  emitterChain: number;
  emitterAddress: string;
  /** The envelope's own time. */
  timestamp: UnixSeconds;
  sequence: bigint;
  slot: bigint;
  /** 40 hex digits. */
  root: string;
}

/** A proven message and its position in the update. */
export type Verified<Message> = Message & {
  proof: UpdateProof;
  /** Hashes from the leaf to the root. */
  proofLength: number;
  /** Position in `binary.data`. */
  blob: number;
};

export type VerifiedPrice = Verified<PriceMessage>;
export type VerifiedStakeCaps = Verified<SignedStakeCaps>;

/** Result for one item of `binary.data`. */
export type BlobResult = ProvenBlob | RejectedBlob;

interface ProvenBlob {
  ok: true;
  proof: UpdateProof;
  messages: Verified<SignedMessage>[];
}

export interface RejectedBlob {
  ok: false;
  error: SignedUpdateError;
  /** Readable but unproven prices. Parsed on first use. */
  readonly claims: PriceMessage[];
}

/** An update proves nothing about feeds that are not in its maps. */
export interface VerifiedUpdate {
  blobs: BlobResult[];
  /** By feed id; the newest if there are several messages. */
  prices: ReadonlyMap<FeedId, VerifiedPrice>;
  /** Decoded on first use. */
  readonly stakeCaps: VerifiedStakeCaps | null;
  /**
   * Why a feed is not verified: the error of a rejected blob with its price, otherwise that of an
   * unreadable blob. Failed checks come first.
   */
  rejectionOf: (id: string) => SignedUpdateError | null;
}
