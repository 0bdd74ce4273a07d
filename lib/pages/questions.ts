import type { ServiceProblem } from '../domain/connection/service-problem.ts';
import type { PriceUpdate } from '../price-service/index.ts';
import type { VerificationProblem } from '../domain/signed-updates/verification-problem.ts';
import type { UpdateProof, Verified } from '../domain/signed-updates/verify.ts';
import type { Catalog, Feed } from '../domain/watchlist/catalog.ts';
import type { SignedBytes } from '../domain/signed-updates/signed-bytes.ts';
import type { Proof, StoredPrice } from '../domain/prices/stored-price.ts';
import type { UnixMilliseconds, UnixSeconds } from '../base/units.ts';

export type Question =
  /** The first update at or after a time. */
  | { kind: 'price-at'; ids: string[]; publishTime: UnixSeconds }
  /** The update behind a feed's displayed price. */
  | { kind: 'proof'; id: string }
  /** `publishTime` `null`: the latest. */
  | { kind: 'signed-prices'; ids: string[]; publishTime: UnixSeconds | null }
  | { kind: 'stake-caps' }
  /** Prices of search results, if the request limit leaves room. */
  | { kind: 'found-prices'; ids: string[] }
  /** A search by the price service. `assetType` `null`: all asset types. */
  | { kind: 'search'; query: string; assetType: string | null }
  /** The worker's catalog. */
  | { kind: 'feed-list' }
  | { kind: Command };

export type Command =
  /** Requests prices now, regardless of earlier refusals. */
  'refresh' | 'refresh-feed-list' | 'test-notification';

export interface Answers extends Record<Command, 'done'> {
  'price-at': AnsweredUpdate;
  proof: AnsweredProof;
  'signed-prices': { prices: AnsweredSignedPrice[] };
  'stake-caps': AnsweredStakeCaps;
  'found-prices': { prices: Record<string, StoredPrice> };
  search: { feeds: Feed[] };
  'feed-list': Catalog;
}

/** Integers that may exceed 2^53 are strings of digits. */
export type ProofDetails = Omit<UpdateProof, 'profileId' | 'setKeys' | 'sequence' | 'slot'> &
  Pick<Verified<object>, 'proofLength' | 'blob'> & { sequence: string; slot: string };

/** An update as sent, with the verification of each price. */
export interface AnsweredUpdate {
  update: PriceUpdate;
  receivedAt: UnixMilliseconds;
  prices: AnsweredPrice[];
}

export interface AnsweredProof extends AnsweredUpdate {
  /** `null` if the price is not verified. */
  bytes: SignedBytes | null;
}

export interface AnsweredPrice {
  id: string;
  /**
   * The signed price on a mismatch. `null` if unusable; `failure` says why. Has no proof if
   * verification is off.
   */
  price: StoredPrice | null;
  /** `too-early`: a price from before the chosen time. */
  failure?: VerificationProblem | { code: 'too-early' };
  /** `null` if the price is not verified. */
  details: ProofDetails | null;
}

export interface AnsweredSignedPrice {
  id: string;
  /** `null` if there is no signed price, or if signatures do not prove it. */
  proven: { price: StoredPrice; bytes: SignedBytes } | null;
  /** Whether the market was closed at that time. */
  isClosed: boolean;
}

export interface AnsweredStakeCaps {
  /** Publishers in base58 and caps in digits. `null` if missing or not verified. */
  caps: Array<{ publisher: string; cap: string }> | null;
  /** Publish time of the signed message. */
  publishTime: UnixSeconds | null;
  proof?: Proof;
  failure?: VerificationProblem;
}

export type AnswerProblem =
  | {
      code:
        | 'invalid-question'
        /** No response came in time. */
        | 'no-answer'
        | 'no-room'
        | 'not-connected'
        | 'in-the-future'
        | 'before-1970'
        | 'no-price-then';
    }
  | Extract<ServiceProblem, { code: 'not-covered' }>
  /** `retryInSeconds` is `null` if the question may be repeated at once. */
  | { code: 'service'; reason: ServiceProblem; retryInSeconds: number | null };

export type StoredAnswer<Kind extends keyof Answers> =
  | { ok: true; answer: Answers[Kind] }
  | { ok: false; reason: AnswerProblem };
