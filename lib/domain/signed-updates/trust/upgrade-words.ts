import { t } from '../../../base/locale/t.ts';
import { keyProblemWords } from './profile-problem-words.ts';
import type { UpgradeProblem } from './profile-problem.ts';
import { signersName } from './signers-name.ts';
import type { VerificationProblem } from '../verification-problem.ts';
import { verificationWords } from '../verification-words.ts';

/** Why an update or a signer-set upgrade was rejected. */
export function upgradeWords(problem: UpgradeProblem | VerificationProblem): string {
  switch (problem.code) {
    case 'not-from-governance':
    case 'not-an-upgrade':
      return t('signers.upgradeProblem.notAnUpgrade');
    case 'no-current-quorum':
    case 'not-from-current-set':
      return t('signers.upgradeProblem.noCurrentQuorum');
    case 'not-upgradable':
      return t('signers.upgradeProblem.notUpgradable', { name: signersName(problem.profileName) });
    case 'not-next-set':
      return t('signers.upgradeProblem.notNextSet', {
        set: String(problem.setIndex),
        next: String(problem.nextIndex),
      });
    case 'known-set':
      return t('signers.upgradeProblem.knownSet', {
        set: String(problem.setIndex),
        name: signersName(problem.profileName),
      });
    case 'bad-signers':
      return keyProblemWords(problem.signers);
    default:
      return verificationWords(problem);
  }
}
