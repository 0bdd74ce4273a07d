import { useEffect, useMemo, useState } from 'react';
import type { FeedId } from '@/lib/base/units.ts';
import type { ShownPeriod } from './use-period.ts';

/** After this time, whatever has loaded is shown. */
const LONGEST_WAIT_MS = 8_000;

/**
 * The chosen period once its past prices have loaded; until then, the previous one, so that nothing
 * flashes. A feed that was just opened has no previous one.
 */
export function useCompletePeriod(
  id: FeedId,
  chosen: ShownPeriod,
): { shown: ShownPeriod; isLoading: boolean } {
  const isOverdue = useIsOverdue(`${id} ${chosen.period}`);
  // oxlint-disable-next-line react/exhaustive-deps -- one for each feed
  const kept = useMemo(() => new LastComplete(), [id]);
  const shown = kept.latest(chosen, (chosen.isRead && !chosen.isAwaited) || isOverdue);
  return { shown, isLoading: shown !== chosen };
}

/** Not React's state: remembering what is shown must not render it again. */
class LastComplete {
  #shown: ShownPeriod | null = null;

  latest(chosen: ShownPeriod, isComplete: boolean): ShownPeriod {
    if (isComplete) this.#shown = chosen;
    return isComplete ? chosen : (this.#shown ?? chosen);
  }
}

function useIsOverdue(key: string): boolean {
  const [overdue, setOverdue] = useState<string>();
  useEffect(() => {
    const timer = setTimeout(() => setOverdue(key), LONGEST_WAIT_MS);
    return () => clearTimeout(timer);
  }, [key]);
  return overdue === key;
}
