import type { SignedUpdateError } from './errors.ts';
import type { PriceMessage, SignedMessage, StakeCaps, TwapMessage } from './messages.ts';

/** Who signed a slot's root, and what else the signed envelope says. */
export interface UpdateProof {
  profileId: string;
  profileName: string;
  /** Whether the profile came with this version; false: the user added it. */
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
export type VerifiedStakeCaps = Verified<StakeCaps>;

/** What became of one blob of `binary.data`. */
export type BlobResult = ProvenBlob | RejectedBlob;

export interface ProvenBlob {
  ok: true;
  proof: UpdateProof;
  messages: Verified<SignedMessage>[];
}

export interface RejectedBlob {
  ok: false;
  error: SignedUpdateError;
  /** The blob's prices, as far as it could be read; nothing proves them. Parsed on first use. */
  readonly claims: PriceMessage[];
}

/** What an update proves. Nothing is said about feeds that are not in the maps. */
export interface VerifiedUpdate {
  blobs: BlobResult[];
  /** By feed id; of several messages of a feed the newest publish time, then slot. */
  prices: ReadonlyMap<string, VerifiedPrice>;
  twaps: ReadonlyMap<string, VerifiedTwap>;
  /** Decoded on first use. */
  readonly stakeCaps: VerifiedStakeCaps | null;
  /**
   * Why a feed is not proven: the error of a rejected blob with a price of this feed, otherwise of a
   * blob that could not be read. Of several, the first whose check failed, else the first. `null`: no
   * blob is to blame.
   */
  rejectionOf: (id: string) => SignedUpdateError | null;
}
