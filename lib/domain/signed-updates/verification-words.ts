import { dateFormat } from '../../base/locale/format.ts';
import { t } from '../../base/locale/t.ts';
import { shortHex } from '../../base/text/short-hex.ts';
import type { UnixMilliseconds } from '../../base/units.ts';
import { signersName } from './trust/signers-name.ts';
import type { VerificationProblem } from './verification-problem.ts';

/** The latest valid `Date`. A stored time can be any number. */
const LAST_DATE_MS = 8.64e15;

export function verificationWords(problem: VerificationProblem): string {
  switch (problem.code) {
    case 'unknown-emitter':
      return t('verification.unknownSource', {
        chain: String(problem.chain),
        emitter: shortHex(problem.address),
      });
    case 'unknown-set':
      return t('verification.unknownSet', {
        set: String(problem.setIndex),
        signers: signersName(problem.profileName),
        newest: String(problem.newestIndex),
      });
    case 'retired-set':
    case 'published-after-retirement':
      return t('verification.retiredSet', {
        set: String(problem.setIndex),
        signers: signersName(problem.profileName),
        date: dayOf(problem.retiredMs),
      });
    case 'short-quorum':
      return t('verification.shortQuorum', {
        signed: String(problem.signerCount),
        size: String(problem.setSize),
        signers: signersName(problem.profileName),
        quorum: String(problem.quorum),
      });
    case 'bad-signature':
      return t('verification.badSignature', { signer: String(problem.signer) });
    case 'mismatch':
      return t('verification.mismatch', { fields: problem.fields.join(', ') });
    case 'caps-mismatch':
      return t('verification.capsMismatch');
    case 'not-in-root':
      return t('verification.notCovered');
    case 'no-signed-price':
      return t('verification.noSignedPrice');
    case 'no-signed-caps':
      return t('verification.noSignedCaps');
    default:
      return t('verification.malformed', { reason: reasonOf(problem) });
  }
}

/** For the operator of the service, not translated: `ends-early payload`. */
function reasonOf(problem: VerificationProblem): string {
  return Object.values(problem).join(' ');
}

/** UTC day. */
function dayOf(atMs: UnixMilliseconds): string {
  return dateFormat({ dateStyle: 'medium', timeZone: 'UTC' }).format(Math.min(atMs, LAST_DATE_MS));
}
