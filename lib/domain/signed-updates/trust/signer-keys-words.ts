import { t } from '../../../base/locale/t.ts';
import { MOST_KEYS, type KeyProblem } from './signer-keys.ts';

export function keyProblemWords(problem: KeyProblem): string {
  switch (problem) {
    case 'none':
      return t('signers.keysProblem.none');
    case 'too-many':
      return t('signers.keysProblem.tooMany', { count: MOST_KEYS });
    case 'zero-address':
      return t('signers.keysProblem.zeroAddress');
    default:
      return t('signers.keysProblem.duplicate');
  }
}
