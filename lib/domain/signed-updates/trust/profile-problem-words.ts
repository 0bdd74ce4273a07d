import { t } from '../../../base/locale/t.ts';
import { MAX_CHAIN, MAX_SET_INDEX } from './custom-profile.ts';
import { LONGEST_NAME } from './profile-name.ts';
import type { ProfileProblem } from './profile-problem.ts';
import { keyProblemWords } from './signer-keys-words.ts';

export function profileProblemWords(problem: ProfileProblem): string {
  switch (problem.code) {
    case 'name-length':
      return t('signers.problem.name', { count: LONGEST_NAME });
    case 'name-taken':
      return t('signers.problem.nameTaken', { name: problem.name });
    case 'name-looks-alike':
      return t('signers.problem.nameLooksAlike', { name: problem.name });
    case 'mixed-alphabets':
      return t('signers.problem.mixedLetters');
    case 'emitter-format':
      return t('signers.problem.emitter');
    case 'emitter-taken':
      return t('signers.problem.emitterTaken', { name: problem.name });
    case 'chain-range':
      return t('signers.problem.chain', { limit: String(MAX_CHAIN) });
    case 'set-range':
      return t('signers.problem.set', { limit: String(MAX_SET_INDEX) });
    case 'quorum-range':
      return t('signers.problem.quorum');
    case 'key-format':
      return t('signers.problem.malformed', { signer: String(problem.signer) });
    default:
      return keyProblemWords(problem.keys);
  }
}
