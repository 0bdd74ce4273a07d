import type { ParsedPrice } from '../../price-service/index.ts';
import type {
  SignedBinary,
  VerifiedPrice,
  VerifiedUpdate,
} from '../../domain/signed-updates/verify.ts';
import type { FailedCheck, Proof } from '../../domain/prices/stored-price.ts';
import type { FeedId, UnixSeconds } from '../../base/units.ts';

/** The price of one feed in an update, and the result of verifying it. */
export interface JudgedItem {
  id: FeedId;
  /**
   * On a mismatch with the signed price, the signed one. `null` if it failed verification and the
   * update has no signed price.
   */
  item: ParsedPrice | null;
  /** Missing if verification is off or there is no item. */
  proof?: Proof;
  /** What the service sent failed verification. */
  failure?: Failure;
  /** The message that proves `item`, and the update that contains it. */
  signed?: VerifiedPrice;
  binary?: SignedBinary;
}

/** Why a price failed verification, and under which trust. */
export type Failure = Pick<FailedCheck, 'reason' | 'trust'>;

/** Publisher stake caps, and the result of verifying them. See `JudgedItem`. */
export interface JudgedCaps {
  /** `null` if the answer has none, or they failed verification. */
  caps: Array<{ publisher: string; cap: bigint }> | null;
  /** `null` if it is not known, because only the signed message contains it. */
  publishTime: UnixSeconds | null;
  proof?: Proof;
  failure?: Failure;
}

/** An update's signatures after verification, and the trust that it was verified under. */
export interface Evidence {
  binary: SignedBinary;
  verified: VerifiedUpdate;
  trust: string;
}
