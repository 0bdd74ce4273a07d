import { compareDecimals } from '../prices/arithmetic.ts';
import { parseDecimal } from '../prices/decimal.ts';
import { SignedUpdateError, type SignedUpdateCheck } from '../signed-updates/errors.ts';
import type { SignedPrice } from '../signed-updates/signed-price.ts';
import type { TrustProfile } from '../signed-updates/trust/trust-profile.ts';
import { verifyUpdate, type VerifiedPrice } from '../signed-updates/verify.ts';
import { publishedSigners, type Origin } from './published-signers.ts';
import type { ProofFile } from './proof-file.ts';

/** Steps in order; `asked` applies only if one price can prove the condition. */
export const STEPS = ['format', 'signers', 'proof', 'signatures', 'asked'] as const;
export type Step = (typeof STEPS)[number];

export interface CheckedPrice {
  /** `null`: unknown; the file's own keys were used. */
  origin: Origin | null;
  /** The signed price, or where its check failed. */
  result: VerifiedPrice | Step;
}

export interface CheckedProof {
  /** `unconfirmed`: all signatures are valid, but some signers are named only by the file. */
  verdict: 'holds' | 'unconfirmed' | 'fails';
  prices: readonly CheckedPrice[];
  /** The condition that the file states, if any. */
  asked: Condition | null;
  failed: Step | null;
}

interface Condition {
  side: 'above' | 'below';
  level: string;
}

/**
 * Checks a file's signed prices and an alert's condition.
 * @param trusted default: the built-in signers
 */
export function checkProof(file: ProofFile, trusted?: readonly TrustProfile[]): CheckedProof {
  const prices = file.prices.map(({ signed }) => checkPrice(signed, file.announcements, trusted));
  const asked = conditionOf(file.about);
  const failures = prices.flatMap(({ result }) => (typeof result === 'string' ? [result] : []));
  const first = STEPS.find((step) => failures.includes(step)) ?? null;
  const failed = first ?? (asked && !isMet(asked, prices[0]) ? 'asked' : null);
  const isConfirmed = prices.every(({ origin }) => origin !== null);
  const verdict = failed === null ? (isConfirmed ? 'holds' : 'unconfirmed') : 'fails';
  return { verdict, prices, asked, failed };
}

function checkPrice(
  signed: SignedPrice,
  announcements: readonly string[],
  trusted?: readonly TrustProfile[],
): CheckedPrice {
  const known = publishedSigners(signed.signers, announcements, trusted);
  const origin = known?.origin ?? null;
  if (!known && !areValid(signed.signers)) return { origin, result: 'signers' };
  const { blobs, prices } = verifyUpdate(
    { encoding: 'base64', data: [signed.update] },
    { profiles: [known?.profile ?? toProfile(signed.signers)], nowMs: 0, history: true },
  );
  const [blob] = blobs;
  if (!blob?.ok) return { origin, result: stepOf(blob?.error) };
  const [price, ...others] = prices.values();
  return { origin, result: price && others.length === 0 ? price : 'format' };
}

/** The condition that one signed price can prove. */
function conditionOf(about: ProofFile['about']): Condition | null {
  if (about.kind !== 'receipt') return null;
  const { what } = about;
  if (what.kind === 'is') return { side: what.side, level: what.level };
  return what.kind === 'crosses' ? { side: what.direction, level: what.level } : null;
}

function isMet({ side, level }: Condition, price: CheckedPrice | undefined): boolean {
  const limit = parseDecimal(level);
  if (!limit || !price || typeof price.result === 'string') return false;
  const order = compareDecimals({ mantissa: price.result.price, expo: price.result.expo }, limit);
  return side === 'above' ? order > 0 : order < 0;
}

function areValid({ keys, quorum }: SignedPrice['signers']): boolean {
  // A signer listed twice would count twice.
  return new Set(keys).size === keys.length && quorum > 0 && quorum <= keys.length;
}

function toProfile(signers: SignedPrice['signers']): TrustProfile {
  const { name, emitterChain, emitterAddress, setIndex, keys, quorum } = signers;
  const sets = [{ index: setIndex, keys, inUseSinceMs: 0 }];
  const emitter = { emitterChain, emitterAddress };
  return { id: 'file', name, isBuiltIn: false, ...emitter, quorum, sets, upgradable: false };
}

const STEP_OF: Partial<Record<SignedUpdateCheck, Step>> = {
  emitter: 'signers',
  'unknown-set': 'signers',
  'expired-set': 'signers',
  'signer-index': 'signers',
  quorum: 'signers',
  proof: 'proof',
  signature: 'signatures',
};

function stepOf(error: SignedUpdateError | undefined): Step {
  return (error && STEP_OF[error.check]) ?? 'format';
}
