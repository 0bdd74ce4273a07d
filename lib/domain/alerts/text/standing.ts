import { t } from '../../../base/locale/t.ts';
import { isWatching, type Phase } from '../model/phase.ts';

/** An alert's state as shown to the user: its own phase, unless something else stops the alert. */
export interface Standing {
  phase: Phase;
  word: string;
  /** Why it is not checked, as text: its feed is not on the watchlist, or nothing of it is held. */
  paused?: string;
}

/** @param paused why it is not checked; `null` if it is */
export function standingOf(phase: Phase, areOn: boolean, paused: string | null): Standing {
  if (isWatching(phase) && !areOn) return { phase: 'off', word: t('alertState.allOff') };
  if (isWatching(phase) && paused !== null) {
    return { phase: 'waiting', word: t('alertState.word.off'), paused };
  }
  return { phase, word: t(`alertState.word.${phase}`) };
}
