import type { ServiceProblem } from '../domain/connection/service-problem.ts';
import type { PriceUpdate } from '../price-service/index.ts';
import type { VerificationProblem } from '../domain/signed-updates/verification-problem.ts';
import type { UpdateProof, Verified } from '../domain/signed-updates/verify.ts';
import type { Feed } from '../domain/watchlist/catalog.ts';
import type { SignedPrice } from '../domain/signed-updates/signed-price.ts';
import type { Proof, StoredPrice } from '../domain/prices/stored-price.ts';
import type { UnixMilliseconds, UnixSeconds } from '../base/units.ts';

/** What a page can ask the worker. */
export type Question =
  /** The first update at or after a time. */
  | { kind: 'price-at'; ids: string[]; publishTime: UnixSeconds }
  /** The update that a feed's displayed price comes from. */
  | { kind: 'proof'; id: string }
  /** The signed prices of feeds at a time; `null`: the latest. */
  | { kind: 'signed-prices'; ids: string[]; publishTime: UnixSeconds | null }
  | { kind: 'stake-caps' }
  /** The price service's own search. `null` searches all asset types. */
  | { kind: 'search'; query: string; assetType: string | null }
  | { kind: Command };

/** A question that only asks for something to be done. */
export type Command =
  /** Ask for prices now, whatever the price service refused before. */
  | 'refresh'
  /** Fetch the feed list now. */
  | 'refresh-feed-list'
  | 'test-notification'
  /** The user's answer to the question why prices seem late. */
  | 'clock-is-fast'
  | 'prices-are-late';

/** The answer to each kind of question. */
export interface Answers extends Record<Command, 'done'> {
  'price-at': AnsweredUpdate;
  proof: AnsweredUpdate;
  'signed-prices': { prices: AnsweredSignedPrice[] };
  'stake-caps': AnsweredStakeCaps;
  search: { feeds: Feed[] };
}

/** Who signed a message, and its position. Integers that may exceed 2^53 are strings of digits. */
export type ProofDetails = Omit<UpdateProof, 'profileId' | 'setKeys' | 'sequence' | 'slot'> &
  Pick<Verified<object>, 'proofLength' | 'blob'> & { sequence: string; slot: string };

/** An update as the price service sent it, and the result of verifying each price. */
export interface AnsweredUpdate {
  update: PriceUpdate;
  receivedAt: UnixMilliseconds;
  prices: AnsweredPrice[];
}

export interface AnsweredPrice {
  id: string;
  /**
   * On a mismatch with the signed price, the signed one. `null` if what the service sent cannot be
   * used; `failure` says why. Without a proof if verification is off.
   */
  price: StoredPrice | null;
  /** What is wrong with what the service sent. `too-early`: a price from before the chosen time. */
  failure?: VerificationProblem | { code: 'too-early' };
  /** `null` if the price is not verified. */
  details: ProofDetails | null;
}

/** The price of a feed at a time, and the bytes that prove it. */
export interface AnsweredSignedPrice {
  id: string;
  /** `null` if there is none then, or if signatures do not prove it. */
  proven: { price: StoredPrice; signed: SignedPrice } | null;
  /** Whether the market was closed at that time. */
  isClosed: boolean;
}

export interface AnsweredStakeCaps {
  /**
   * Publisher (base58, or as the service names it) and cap (digits). `null` if the answer has no
   * caps or they failed verification.
   */
  caps: Array<{ publisher: string; cap: string }> | null;
  /** Of the signed message. */
  publishTime: UnixSeconds | null;
  proof?: Proof;
  failure?: VerificationProblem;
}

/** Why a question has no answer. */
export type AnswerProblem =
  | {
      code:
        | 'invalid-question'
        /** None came in time. */
        | 'no-answer'
        | 'no-room'
        | 'not-connected'
        | 'in-the-future'
        | 'before-1970'
        | 'no-price-then';
    }
  | Extract<ServiceProblem, { code: 'not-covered' }>
  /** `retryInSeconds` is `null` if the question may be asked again at once. */
  | { code: 'service'; reason: ServiceProblem; retryInSeconds: number | null };

/** An answer as stored: the result, or why there is none. */
export type StoredAnswer<Kind extends keyof Answers> =
  | { ok: true; answer: Answers[Kind] }
  | { ok: false; reason: AnswerProblem };
