import type { FeedAttributes } from '@/lib/domain/prices/attributes.ts';
import type { VerificationProblem } from '@/lib/domain/signed-updates/verification-problem.ts';
import type { AlertMarkState } from '@/lib/domain/alerts/model/mark.ts';
import type { MissingReason, StoredPrice } from '@/lib/domain/prices/stored-price.ts';
import { BAD_SIGNATURE, proofOf } from '../unit/proofs.ts';

export interface RowState {
  /** The row's name. */
  name: string;
  price?: Pick<StoredPrice, 'price' | 'conf' | 'expo' | 'proof'> & { ageSeconds?: number };
  /** The price a day ago. */
  past?: { price: string; expo: number };
  attributes?: FeedAttributes;
  missing?: MissingReason;
  mark?: AlertMarkState;
  failure?: VerificationProblem;
  isRefused?: boolean;
}

const VERIFIED = proofOf('verified', 'a trust');
const UNCHECKED = proofOf('unchecked', 'a trust');
const COMMON = { price: '6431245781203', conf: '1250000000', expo: -8, proof: VERIFIED };
const OPEN = { schedule: 'America/New_York;O,O,O,O,O,O,O;' };
const CLOSED = { schedule: 'America/New_York;C,C,C,C,C,C,C;' };

/** A row of the watchlist in every state, with the longest names and the extremes of prices. */
export const ROW_STATES: readonly RowState[] = [
  { name: 'live', price: COMMON, past: { price: '6300000000000', expo: -8 }, mark: 'armed' },
  { name: 'falling', price: COMMON, past: { price: '6500000000000', expo: -8 }, mark: 'fired' },
  { name: 'with confidence', price: COMMON, past: { price: '6300000000000', expo: -8 } },
  { name: 'stale', price: { ...COMMON, ageSeconds: 900 }, attributes: OPEN },
  { name: 'closed', price: { ...COMMON, ageSeconds: 90_000 }, attributes: CLOSED },
  { name: 'not verified', price: { ...COMMON, proof: UNCHECKED } },
  { name: 'failed check', price: COMMON, failure: BAD_SIGNATURE },
  { name: 'failed at first', failure: BAD_SIGNATURE },
  { name: 'refused', price: { ...COMMON, proof: UNCHECKED }, isRefused: true },
  { name: 'waiting' },
  { name: 'gone', missing: 'unknown' },
  { name: 'not covered', missing: 'not-covered' },
  { name: 'A name that is exactly forty characters.', price: COMMON },
  { name: 'tiny', price: { price: '12', conf: '1', expo: -10, proof: VERIFIED } },
  { name: 'huge', price: { price: '123456789012', conf: '4200', expo: -2, proof: VERIFIED } },
  { name: 'negative yield', price: { price: '-35120', conf: '110', expo: -5, proof: VERIFIED } },
];
