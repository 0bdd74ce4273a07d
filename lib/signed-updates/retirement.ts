import { toMilliseconds, type UnixMilliseconds } from '../units.ts';
import { SignedUpdateError } from './errors.ts';
import type { SignedMessage } from './messages.ts';
import type { SignerSet, TrustProfile } from './trust-profile.ts';

const HOUR_MS = 3_600_000;

/** How long a set stays valid after a newer one takes over, as in the networks' contracts. */
export const RETIREMENT_MS = 24 * HOUR_MS;

/**
 * Checks that no message was published after its signer set was retired. Without this check, anyone
 * who obtains retired keys could sign prices for any later time.
 *
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

/** Returns when a set is retired, 24 h after a newer set came into use. */
export function retirementOf({ sets }: TrustProfile, { index }: SignerSet): UnixMilliseconds {
  const starts = sets.flatMap(({ index: other, inUseSinceMs }) =>
    other > index && inUseSinceMs !== null ? [inUseSinceMs] : [],
  );
  return Math.min(...starts) + RETIREMENT_MS;
}
