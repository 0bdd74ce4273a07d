import { currencyLabel } from '@/lib/domain/currency/currencies.ts';
import { t } from '@/lib/base/locale/t.ts';
import { toDecimal } from '@/lib/domain/prices/decimal.ts';
import { formatConfidence } from '@/lib/domain/prices/format-price.ts';
import type { FeedId } from '@/lib/base/units.ts';
import { ConversionContext, useConversion } from '../shared/hooks/use-conversion.ts';
import { PriceStoreContext, useLatestPrice } from '../shared/hooks/use-latest-price.ts';
import LegMarks from '../shared/leg-marks.tsx';
import { ProofMark } from '../shared/marks.tsx';
import { ExactDecimal } from './exact-decimal.tsx';
import { Missing, Term } from './terms.tsx';

/** The price in the display currency; nothing if prices are shown as quoted. */
export function ConvertedTerm({ id }: { id: FeedId }) {
  const conversion = useConversion();
  if (!conversion?.routeOf(id)) return null;
  return (
    <ConversionContext value={conversion}>
      <PriceStoreContext value={conversion.store}>
        <Term name={t('currency.inCurrency', { currency: currencyLabel(conversion.currency) })}>
          <ConvertedPrice id={id} />
        </Term>
      </PriceStoreContext>
    </ConversionContext>
  );
}

function ConvertedPrice({ id }: { id: FeedId }) {
  const { price, conf, expo, proof } = useLatestPrice(id)?.price ?? {};
  const value = price === undefined ? null : toDecimal(price, expo ?? 0);
  const confidence = conf === undefined ? null : toDecimal(conf, expo ?? 0);
  if (!value) return <Missing />;
  return (
    <span>
      <bdi dir="ltr" data-part="converted">
        <ExactDecimal digits="row" value={value} confidence={confidence} />{' '}
        {confidence && formatConfidence(confidence)}
      </bdi>{' '}
      <LegMarks id={id} />
      {proof && proof.state !== 'verified' && <ProofMark proof={proof} />}
    </span>
  );
}
