import type { Phase } from '@/lib/alerts/model/phase.ts';
import { PHASE_WORDS } from '../../lib/alerts/text/phase-words.ts';

/** Label for an alert whose feed is not on the watchlist. */
export const PAUSED = 'Paused';

/** An alert's state as shown to the user: its own phase, unless something else stops the alert. */
export function standingOf(
  phase: Phase,
  areOn: boolean,
  isFollowed: boolean,
): { phase: Phase; word: string } {
  if (INACTIVE_PHASES.has(phase)) return { phase, word: PHASE_WORDS[phase] };
  if (!areOn) return { phase: 'off', word: 'All off' };
  if (!isFollowed) return { phase: 'waiting', word: PAUSED };
  return { phase, word: PHASE_WORDS[phase] };
}

const INACTIVE_PHASES: ReadonlySet<Phase> = new Set(['off', 'expired', 'suspended', 'fired']);
