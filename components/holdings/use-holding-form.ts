import { useMemo, useState } from 'react';
import { PIVOT, pricedAs, type Currency } from '@/lib/domain/currency/currencies.ts';
import { heldCurrency } from '@/lib/domain/holdings/position.ts';
import {
  readHolding,
  totalOf,
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
  /** Converts the typed cost between the price of one and the total. */
  chooseTotal: (isTotal: boolean) => void;
  /** Problems found by the last check; `null` after a change. */
  problems: HoldingProblems | null;
  /** `null` if a number cannot be read. */
  holding: Holding | null;
  check: () => void;
  /** Resolves to whether the holding was stored. */
  save: () => Promise<boolean>;
}

export function useHoldingForm(
  { id, attributes }: HeldFeed,
  stored: Holding | null,
): HoldingFormState {
  const [draft, setDraft] = useState(() => draftOf(stored, attributes));
  const [problems, setProblems] = useState<HoldingProblems | null>(null);
  const read = useMemo(() => readHolding(draft), [draft]);
  const holding = 'holding' in read ? read.holding : null;
  const check = (): void => setProblems('problems' in read ? read.problems : null);
  const change = (part: Partial<HoldingDraft>): void => {
    setDraft((before) => ({ ...before, ...part }));
    setProblems(null);
  };
  return {
    draft,
    problems,
    holding,
    change,
    chooseTotal: (isTotal) => {
      const { quantity, cost = null } = holding ?? {};
      const paid = cost && quantity && (isTotal ? totalOf(cost.perUnit, quantity) : cost.perUnit);
      change({ isTotal, ...(paid && { paid: toTypedFigure(paid) }) });
    },
    check,
    save: async () => {
      check();
      if (holding) await setHolding(id, holding);
      return holding !== null;
    },
  };
}

function draftOf(stored: Holding | null, attributes: FeedAttributes): HoldingDraft {
  return {
    quantity: toTypedFigure(stored?.quantity ?? ''),
    paid: toTypedFigure(stored?.cost?.perUnit ?? ''),
    isTotal: false,
    currency: stored?.cost?.currency ?? usualCurrency(attributes),
  };
}

/** The currency that costs are usually in, if costs can be stored in it. */
function usualCurrency(attributes: FeedAttributes): Currency {
  const quote = pricedAs(heldCurrency(attributes) ?? PIVOT);
  return CURRENCY.test(quote) ? quote : PIVOT;
}
