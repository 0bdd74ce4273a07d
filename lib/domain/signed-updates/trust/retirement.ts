import { toMilliseconds } from '../../../base/units.ts';
import { SignedUpdateError } from '../errors.ts';
import type { SignedMessage } from '../messages.ts';
import { retirementOf, type SignerSet, type TrustProfile } from './trust-profile.ts';

/**
 * No message may be published after its signer set was retired. Otherwise, stolen retired keys
 * could sign later prices.
 * @throws SignedUpdateError `expired-set`
 */
export function checkPublishTimes(
  profile: TrustProfile,
  set: SignerSet,
  messages: readonly SignedMessage[],
): void {
  const retiredMs = retirementOf(profile, set);
  const isLate = messages.some(
    (message) => 'publishTime' in message && toMilliseconds(message.publishTime) > retiredMs,
  );
  if (isLate) {
    throw new SignedUpdateError('expired-set', {
      code: 'published-after-retirement',
      setIndex: set.index,
      profileName: profile.name,
      retiredMs,
    });
  }
}
