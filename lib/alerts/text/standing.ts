import { isWatching, type Phase } from '../model/phase.ts';

const PHASE_WORDS: Record<Phase, string> = {
  off: 'Off',
  expired: 'Expired',
  suspended: 'Auto-paused',
  snoozed: 'Snoozed',
  fired: 'Fired',
  cooling: 'Cooling down',
  confirming: 'Confirming',
  armed: 'Armed',
  waiting: 'Waiting',
};

/** An alert's state as shown to the user: its own phase, unless something else stops the alert. */
export interface Standing {
  phase: Phase;
  word: string;
  /** Whether the feed is not on the watchlist, so that its prices are not checked. */
  isPaused?: boolean;
}

export function standingOf(phase: Phase, areOn: boolean, isFollowed: boolean): Standing {
  if (isWatching(phase) && !areOn) return { phase: 'off', word: 'All off' };
  if (isWatching(phase) && !isFollowed) return { phase: 'waiting', word: 'Paused', isPaused: true };
  return { phase, word: PHASE_WORDS[phase] };
}
