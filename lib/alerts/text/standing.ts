import { t } from '../../locale/t.ts';
import { isWatching, type Phase } from '../model/phase.ts';

/** An alert's state as shown to the user: its own phase, unless something else stops the alert. */
export interface Standing {
  phase: Phase;
  word: string;
  /** Whether the feed is not on the watchlist, so that its prices are not checked. */
  isPaused?: boolean;
}

export function standingOf(phase: Phase, areOn: boolean, isFollowed: boolean): Standing {
  if (isWatching(phase) && !areOn) return { phase: 'off', word: t('alertState.allOff') };
  if (isWatching(phase) && !isFollowed) {
    return { phase: 'waiting', word: t('alertState.word.off'), isPaused: true };
  }
  return { phase, word: t(`alertState.word.${phase}`) };
}
