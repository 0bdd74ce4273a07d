import type { ParsedPrice } from '../../price-service/index.ts';
import type { SignedUpdateCheck } from './errors.ts';
import { compareWithParsed } from './parsed-price.ts';
import type { ParsedField } from './parsed-price.ts';
import type { VerificationProblem } from './verification-problem.ts';
import type { VerifiedPrice, VerifiedUpdate } from './verified.ts';

export type Verdict =
  | { state: 'verified'; price: VerifiedPrice }
  /** The signed price counts. */
  | { state: 'mismatch'; price: VerifiedPrice; fields: ParsedField[] }
  | { state: 'unverified'; check: SignedUpdateCheck | 'missing'; problem: VerificationProblem };

/** Constant time after an update's first call. */
export function judgeFeed(id: string, update: VerifiedUpdate, parsed?: ParsedPrice): Verdict {
  const price = update.prices.get(id);
  if (price === undefined) return unverified(id, update);
  const fields = parsed === undefined ? [] : compareWithParsed(parsed, price);
  return fields.length === 0 ? { state: 'verified', price } : { state: 'mismatch', price, fields };
}

function unverified(id: string, update: VerifiedUpdate): Verdict {
  const error = update.rejectionOf(id);
  if (error) return { state: 'unverified', check: error.check, problem: error.problem };
  return { state: 'unverified', check: 'missing', problem: { code: 'no-signed-price' } };
}
