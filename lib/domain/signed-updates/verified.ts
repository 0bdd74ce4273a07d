import type { FeedId, UnixSeconds } from '../../base/units.ts';
import type { SignedUpdateError } from './errors.ts';
import type { PriceMessage, SignedMessage, StakeCaps, TwapMessage } from './messages.ts';

/** Who signed the root of a slot, and the other contents of the signed envelope. */
export interface UpdateProof {
  profileId: string;
  profileName: string;
  /** True for built-in profiles; false if the user added it. */
  isBuiltIn: boolean;
  setIndex: number;
  /** The addresses of the set's signers, in its order. */
  setKeys: readonly string[];
  /** How many signers the set has. */
  setSize: number;
  /** How many signatures are enough. */
  quorum: number;
  /** The indexes in the set of those who signed, ascending. */
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

/** A proven message with the proof of its slot and its position in the update. */
export type Verified<Message> = Message & {
  proof: UpdateProof;
  /** Hashes from the message's leaf to the root. */
  proofLength: number;
  /** The position in `binary.data`. */
  blob: number;
};

export type VerifiedPrice = Verified<PriceMessage>;
export type VerifiedTwap = Verified<TwapMessage>;
export type VerifiedStakeCaps = Verified<StakeCaps>;

/** The result of verifying one blob of `binary.data`. */
export type BlobResult = ProvenBlob | RejectedBlob;

export interface ProvenBlob {
  ok: true;
  proof: UpdateProof;
  messages: Verified<SignedMessage>[];
}

export interface RejectedBlob {
  ok: false;
  error: SignedUpdateError;
  /** The blob's prices as far as they are readable, unproven. Parsed on first use. */
  readonly claims: PriceMessage[];
}

/** What an update proves. It proves nothing about feeds that are not in the maps. */
export interface VerifiedUpdate {
  blobs: BlobResult[];
  /** By feed id. A feed with several messages has the one with the newest publish time and slot. */
  prices: ReadonlyMap<FeedId, VerifiedPrice>;
  twaps: ReadonlyMap<FeedId, VerifiedTwap>;
  /** Decoded on first use. */
  readonly stakeCaps: VerifiedStakeCaps | null;
  /**
   * Why a feed is not verified: the error of a rejected blob with a price of this feed, otherwise of
   * an unreadable blob. Of several, the first failed check, or else the first error. `null` if no blob
   * is to blame.
   */
  rejectionOf: (id: string) => SignedUpdateError | null;
}
