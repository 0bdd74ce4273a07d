import type { ReactNode } from 'react';
import { toDecimalString, type Decimal } from '@/lib/prices/decimal.ts';
import { formatConfidence, formatPrice } from '@/lib/prices/format-price.ts';

interface PriceFigureProps {
  price: Decimal;
  confidence: Decimal | null;
  /** Marks shown beside the ±. */
  children?: ReactNode;
}

/** A price with uncertain digits dimmed and ± below; `value` and tooltip hold the exact price. */
export function PriceFigure({ price, confidence, children }: PriceFigureProps) {
  const { certain, uncertain } = formatPrice(price, { confidence, digits: 'row' });
  const value = toDecimalString(price);
  return (
    <>
      <data className="price" value={value} title={value}>
        {certain}
        {uncertain && <i>{uncertain}</i>}
      </data>
      <span className="beneath">
        {confidence && <small>{formatConfidence(confidence)}</small>}
        {children}
      </span>
    </>
  );
}
