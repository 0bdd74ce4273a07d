import { formatCount } from '../../../base/locale/format.ts';
import { t } from '../../../base/locale/t.ts';
import { LONGEST_NAME } from './profile-name.ts';
import { type ProfileProblem, MOST_KEYS, type KeyProblem } from './profile-problem.ts';
import { signersName } from './signers-name.ts';

export function profileProblemWords(problem: ProfileProblem): string {
  switch (problem.code) {
    case 'name-length':
      return t('common.tooLong', { limit: formatCount(LONGEST_NAME) });
    case 'name-taken':
    case 'name-looks-alike':
      return t('signers.problem.nameLooksAlike', { name: signersName(problem.name) });
    case 'mixed-alphabets':
      return t('signers.problem.mixedLetters');
    case 'emitter-format':
      return t('signers.problem.emitter');
    case 'emitter-taken':
      return t('signers.problem.emitterTaken', { name: signersName(problem.name) });
    case 'range':
      return t('signers.problem.range', { from: String(problem.from), to: String(problem.to) });
    case 'key-format':
      return t('signers.problem.malformed', { signer: String(problem.signer) });
    default:
      return keyProblemWords(problem.keys);
  }
}

export function keyProblemWords(problem: KeyProblem): string {
  switch (problem) {
    case 'none':
      return t('signers.keysProblem.none');
    case 'too-many':
      return t('common.full', { limit: formatCount(MOST_KEYS) });
    case 'zero-address':
      return t('signers.keysProblem.zeroAddress');
    default:
      return t('signers.keysProblem.duplicate');
  }
}
