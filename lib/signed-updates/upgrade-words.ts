import { KEY_PROBLEM_WORDS } from './signer-keys.ts';
import type { UpgradeProblem } from './upgrade-problem.ts';
import type { VerificationProblem } from './verification-problem.ts';
import { verificationWords } from './verification-words.ts';

/** Explains to the user, in one sentence, why an update or a signer-set upgrade was rejected. */
export function upgradeWords(problem: UpgradeProblem | VerificationProblem): string {
  switch (problem.code) {
    case 'not-from-governance':
      return 'The message does not come from the governance.';
    case 'not-an-upgrade':
      return 'The message is no signer-set upgrade.';
    case 'no-current-quorum':
      return 'Not signed by a quorum of any current signer set.';
    case 'not-upgradable':
      return `${problem.profileName} takes no signer-set upgrades.`;
    case 'not-next-set':
      return `Announces set ${problem.setIndex} where set ${problem.nextIndex} would be next.`;
    case 'not-from-current-set':
      return `Signed by set ${problem.setIndex}, which is not the current signer set.`;
    case 'known-set':
      return `Set ${problem.setIndex} of ${problem.profileName} is known already.`;
    case 'bad-signers':
      return KEY_PROBLEM_WORDS[problem.signers];
    default:
      return verificationWords(problem);
  }
}
