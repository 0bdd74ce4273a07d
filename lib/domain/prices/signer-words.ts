import { formatCount } from '../../base/locale/format.ts';
import { t } from '../../base/locale/t.ts';
import { signersName } from '../signed-updates/trust/signers-name.ts';
import type { Proof } from './stored-price.ts';

/** `3 of 5 signers · Pyth routers`. */
export function signerWords(proof: Extract<Proof, { state: 'verified' }>): string {
  const { signerCount, setSize, profileName, isBuiltIn } = proof;
  const name = isBuiltIn ? signersName(profileName) : t('proof.ownSigners', { name: profileName });
  return t('common.signers', { signed: formatCount(signerCount), count: setSize, name });
}

/** `Verified by 3 of 5 signers`; names signers that the user added. */
export function verifiedWords(proof: Extract<Proof, { state: 'verified' }>): string {
  const { signerCount, setSize, isBuiltIn } = proof;
  if (!isBuiltIn) return t('row.mark.verified', { signers: signerWords(proof) });
  return t('proof.verifiedBy', { signed: formatCount(signerCount), count: setSize });
}
