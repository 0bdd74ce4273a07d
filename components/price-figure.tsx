import { memo } from 'react';
import { toDecimal, toDecimalString } from '@/lib/prices/decimal.ts';
import { formatConfidence, formatPrice } from '@/lib/prices/format-price.ts';

interface PriceFigureProps {
  /** Integer digits; price and confidence are theirs × 10^`expo`. */
  price: string;
  conf: string;
  expo: number;
}

/** A price with its uncertain digits dimmed and its ± beneath; the exact figure is its value. */
export const PriceFigure = memo(function PriceFigure({ price, conf, expo }: PriceFigureProps) {
  const exact = toDecimal(price, expo);
  const confidence = toDecimal(conf, expo);
  if (!exact) return null;
  const { certain, uncertain } = formatPrice(exact, { confidence, digits: 'row' });
  const value = toDecimalString(exact);
  return (
    <>
      <data className="price" value={value} title={value}>
        {certain}
        {uncertain && <i>{uncertain}</i>}
      </data>
      {confidence && <small className="confidence">{formatConfidence(confidence)}</small>}
    </>
  );
});
