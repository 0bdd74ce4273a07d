import type { SuspensionReason } from '../model/state.ts';

const ADVICE = 'Reactivate it, perhaps with a longer cooldown or a wider reset distance.';

/** Why an alert was auto-paused, and what to do about it. */
export const SUSPENSION_WORDS: Record<SuspensionReason, string> = {
  runaway:
    'It fired 15 times within 3 minutes and was about to fire again. Arm it again, perhaps with a ' +
    'wider re-arm band or a longer cool-down.',
  undelivered: `It triggered 100 times while its notifications were waiting. ${ADVICE}`,
  crowded: `It triggered again while thousands of notifications were waiting. ${ADVICE}`,
};
