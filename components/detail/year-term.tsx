import { useMemo } from 'react';
import { highLow } from '@/lib/domain/history/candle-figures.ts';
import { t } from '@/lib/base/locale/t.ts';
import type { Decimal } from '@/lib/domain/prices/decimal.ts';
import { formatPrice } from '@/lib/domain/prices/format-price.ts';
import type { AnySchedule } from '@/lib/domain/prices/schedule-grammar.ts';
import type { FeedId } from '@/lib/base/units.ts';
import { Term } from './terms.tsx';
import { useCandles } from './use-candles.ts';

/** The lowest and the highest price of 52 weeks, by candles. */
export function YearTerm({ id, schedule }: { id: FeedId; schedule: AnySchedule }) {
  const candles = useCandles(id, '1y', schedule);
  const range = useMemo(
    () => candles && highLow(candles.known, candles.plan.visibleFrom, candles.plan.to),
    [candles],
  );
  if (!range) return null;
  return (
    <Term name={t('chart.year')} hint={t('chart.fromCandles')} isWide>
      <bdi dir="ltr">
        {text(range.low)} – {text(range.high)}
      </bdi>
    </Term>
  );
}

function text(price: Decimal): string {
  return formatPrice(price, { digits: 'row' }).text;
}
