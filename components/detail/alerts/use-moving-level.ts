import { useState } from 'react';
import { setAlertLevel } from '@/lib/pages/alerts/alert-actions.ts';
import { numberText } from '@/lib/domain/alerts/text/figures.ts';
import { alertRefusalWords } from '@/lib/domain/alerts/text/refusal-words.ts';
import { t } from '@/lib/base/locale/t.ts';
import { compareDecimals } from '@/lib/domain/prices/arithmetic.ts';
import { parseDecimal } from '@/lib/domain/prices/decimal.ts';
import { showPageNotice } from '../../shared/page-notice.ts';
import type { AlertLevel } from './use-alert-levels.ts';

interface Move {
  alertId: string;
  /** The stored level that the move started from. */
  from: string;
  to: string;
  isStoring: boolean;
}

/** One level while the user moves it. It is stored only by `commit`. */
export function useMovingLevel(levels: readonly AlertLevel[]) {
  const [move, setMove] = useState<Move | null>(null);
  // This move or another page has stored a new level.
  const moved = levels.find(({ alertId }) => alertId === move?.alertId);
  if (move && moved?.level !== move.from) setMove(null);

  const commit = async (): Promise<void> => {
    if (!move || move.isStoring) return;
    const isChanged = !isSame(move.from, move.to);
    setMove(isChanged ? { ...move, isStoring: true } : null);
    if (isChanged && !(await store(move))) setMove(null);
  };
  return {
    /** The moved level, or the stored one. */
    shown: ({ alertId, level }: AlertLevel): string =>
      move?.alertId === alertId ? move.to : level,
    isMoving: ({ alertId }: AlertLevel): boolean => move?.alertId === alertId,
    moveTo: ({ alertId, level }: AlertLevel, to: string): void =>
      setMove({ alertId, from: level, to, isStoring: false }),
    cancel: (): void => setMove(null),
    commit,
  };
}

async function store({ alertId, from, to }: Move): Promise<boolean> {
  const result = await setAlertLevel(alertId, to);
  const isStored = !('refusal' in result);
  showPageNotice(
    isStored
      ? {
          text: t('alerts.done.moved', { level: numberText(to) }),
          undo: () => setAlertLevel(alertId, from),
        }
      : { text: alertRefusalWords(result.refusal), undo: null },
  );
  return isStored;
}

function isSame(a: string, b: string): boolean {
  const [first, second] = [parseDecimal(a), parseDecimal(b)];
  return first !== null && second !== null && compareDecimals(first, second) === 0;
}
