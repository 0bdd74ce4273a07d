import { useMemo } from 'react';
import type { FeedId } from '@/lib/base/units.ts';
import { parseDecimal } from '@/lib/domain/prices/decimal.ts';
import { formatPrice } from '@/lib/domain/prices/format-price.ts';
import { holdings } from '@/lib/storage/values/holdings.ts';
import { useStoredPart } from '../shared/hooks/use-stored.ts';
import { Amount } from './amount.tsx';
import { Money } from './money.tsx';
import { useValuation } from './use-valuation.ts';

/** How many the user owns, and what they are worth. */
export function OwnedValue({ id }: { id: FeedId }) {
  const worth = useValuation(
    useMemo(() => [id], [id]),
    false,
  );
  const [value] = worth?.valuation.counted ?? [];
  return (
    <bdi dir="ltr">
      <Amount>
        <Quantity id={id} />
      </Amount>
      {worth && value && (
        <>
          {' '}
          · <Money measure={value} currency={worth.currency} />
        </>
      )}
    </bdi>
  );
}

export function Quantity({ id }: { id: FeedId }) {
  const text = useStoredPart(holdings, (all) => all?.[id]?.quantity ?? '');
  const quantity = parseDecimal(text);
  return quantity && formatPrice(quantity, { digits: 'all' }).text;
}
