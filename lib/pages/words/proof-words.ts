import { t } from '../../base/locale/t.ts';
import type { AnsweredPrice } from '../questions.ts';
import { verificationWords } from '../../domain/signed-updates/verification-words.ts';
import type { FailedCheck, Proof } from '../../domain/prices/stored-price.ts';
import { signerWords } from '../../domain/prices/signer-words.ts';

/** `3 of 5 signers · Pyth routers`, or why the price is not verified. */
export function proofWords(proof: Proof): string {
  if (proof.state === 'unchecked') return verificationWords(proof.reason);
  return signerWords(proof);
}

/** Why a feed's prices fail verification. */
export function failedCheckWords(check: FailedCheck | undefined): string | null {
  return check ? verificationWords(check.reason) : null;
}

export function failureWords(failure: NonNullable<AnsweredPrice['failure']>): string {
  return failure.code === 'too-early' ? t('answer.tooEarly') : verificationWords(failure);
}
