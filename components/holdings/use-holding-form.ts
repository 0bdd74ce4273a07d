import { useState } from 'react';
import { PIVOT, pricedAs, type Currency } from '@/lib/domain/currency/currencies.ts';
import { heldCurrency, positionOf, type Position } from '@/lib/domain/holdings/position.ts';
import {
  readHolding,
  type HoldingDraft,
  type HoldingProblems,
} from '@/lib/domain/holdings/read-holding.ts';
import { setHolding } from '@/lib/pages/holdings/set-holding.ts';
import type { FeedAttributes } from '@/lib/domain/prices/attributes.ts';
import { toTypedFigure } from '@/lib/domain/prices/typed-figure.ts';
import type { Holding } from '@/lib/domain/holdings/holding.ts';
import { CURRENCY } from '@/lib/base/limits.ts';
import type { FeedId } from '@/lib/base/units.ts';

export interface HeldFeed {
  id: FeedId;
  attributes: FeedAttributes;
  /** The feed's display name or symbol. */
  name: string;
}

export interface HoldingFormState {
  draft: HoldingDraft;
  change: (part: Partial<HoldingDraft>) => void;
  /** Problems found by the last attempt to save; `null` after a change. */
  problems: HoldingProblems | null;
  /** `null` if a number cannot be read. */
  position: Position | null;
  /** Resolves to whether the holding was stored. */
  save: () => Promise<boolean>;
}

export function useHoldingForm(
  { id, attributes }: HeldFeed,
  stored: Holding | null,
): HoldingFormState {
  const [draft, setDraft] = useState(() => draftOf(stored, attributes));
  const [problems, setProblems] = useState<HoldingProblems | null>(null);
  const read = readHolding(draft);
  return {
    draft,
    problems,
    position: 'holding' in read ? positionOf(id, read.holding, attributes) : null,
    change: (part) => {
      setDraft((before) => ({ ...before, ...part }));
      setProblems(null);
    },
    save: async () => {
      if ('problems' in read) {
        setProblems(read.problems);
        return false;
      }
      await setHolding(id, read.holding);
      return true;
    },
  };
}

function draftOf(stored: Holding | null, attributes: FeedAttributes): HoldingDraft {
  return {
    quantity: toTypedFigure(stored?.quantity ?? ''),
    perUnit: toTypedFigure(stored?.cost?.perUnit ?? ''),
    currency: stored?.cost?.currency ?? usualCurrency(attributes),
  };
}

/** The currency that costs are usually in, if costs can be stored in it. */
function usualCurrency(attributes: FeedAttributes): Currency {
  const quote = pricedAs(heldCurrency(attributes) ?? PIVOT);
  return CURRENCY.test(quote) ? quote : PIVOT;
}
