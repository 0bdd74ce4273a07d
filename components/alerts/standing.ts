import type { Phase } from '@/lib/alerts/phase.ts';
import { PHASE_WORDS } from './phase-words.ts';

/** The word for an alert whose feed is not followed. */
export const PAUSED = 'Paused';

/** How an alert stands for its user: by its own phase, unless something stops it from outside. */
export function standingOf(
  phase: Phase,
  areOn: boolean,
  isFollowed: boolean,
): { phase: Phase; word: string } {
  if (RESTING.has(phase)) return { phase, word: PHASE_WORDS[phase] };
  if (!areOn) return { phase: 'off', word: 'All off' };
  if (!isFollowed) return { phase: 'waiting', word: PAUSED };
  return { phase, word: PHASE_WORDS[phase] };
}

const RESTING: ReadonlySet<Phase> = new Set(['off', 'expired', 'suspended', 'fired']);
