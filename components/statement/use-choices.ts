import { useState } from 'react';
import type { DraftLine } from '@/lib/pages/statement/draft.ts';
import type { LineChoice } from '@/lib/pages/statement/statement.ts';
import { amountsHidden } from '@/lib/storage/values/holdings.ts';
import type { FeedId } from '@/lib/base/units.ts';
import { useStored } from '../shared/hooks/use-stored.ts';

export interface Choices {
  of: (line: DraftLine) => LineChoice;
  change: (feedIds: readonly FeedId[], part: Partial<LineChoice>) => void;
}

/** By default, all lines are included, with amounts unless the user hides amounts. */
export function useChoices(): Choices | null {
  const areHidden = useStored(amountsHidden);
  const [changed, setChanged] = useState<ReadonlyMap<FeedId, Partial<LineChoice>>>(new Map());
  if (areHidden === undefined) return null;
  return {
    of: ({ feedId, problem }) => {
      const choice = { isIncluded: true, hasAmounts: !areHidden, ...changed.get(feedId) };
      const isIncluded = choice.isIncluded && problem !== 'unsigned';
      return { isIncluded, hasAmounts: choice.hasAmounts && isIncluded && problem === null };
    },
    change: (feedIds, part) =>
      setChanged((before) => {
        const now = feedIds.map((id) => [id, { ...before.get(id), ...part }] as const);
        return new Map([...before, ...now]);
      }),
  };
}
