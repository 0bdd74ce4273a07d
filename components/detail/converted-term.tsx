import { currencyLabel } from '@/lib/currency/currency-label.ts';
import { t } from '@/lib/locale/t.ts';
import { toDecimal } from '@/lib/prices/decimal.ts';
import { formatConfidence } from '@/lib/prices/format-price.ts';
import type { FeedId } from '@/lib/units.ts';
import { useConversion } from '../hooks/use-conversion.ts';
import { PriceStoreContext, useLatestPrice } from '../hooks/use-latest-price.ts';
import { ExactDecimal } from './exact-decimal.tsx';
import { Missing, Term } from './terms.tsx';

/** The price in the display currency; nothing if it is shown as quoted. */
export function ConvertedTerm({ id }: { id: FeedId }) {
  const conversion = useConversion();
  if (!conversion?.routeOf(id)) return null;
  return (
    <PriceStoreContext value={conversion.store}>
      <Term name={t('currency.inCurrency', { currency: currencyLabel(conversion.currency) })}>
        <ConvertedPrice id={id} />
      </Term>
    </PriceStoreContext>
  );
}

function ConvertedPrice({ id }: { id: FeedId }) {
  const { price, conf, expo } = useLatestPrice(id)?.price ?? {};
  const value = price === undefined ? null : toDecimal(price, expo ?? 0);
  const confidence = conf === undefined ? null : toDecimal(conf, expo ?? 0);
  if (!value) return <Missing />;
  return (
    <bdi dir="ltr" data-part="converted">
      <ExactDecimal digits="row" value={value} confidence={confidence} />{' '}
      {confidence && formatConfidence(confidence)}
    </bdi>
  );
}
