import type { ReactNode } from 'react';
import { toDecimalString, type Decimal } from '@/lib/prices/decimal.ts';
import { formatConfidence, formatPrice } from '@/lib/prices/format-price.ts';

interface PriceFigureProps {
  price: Decimal;
  confidence: Decimal | null;
  /** Marks that stand beside the ±. */
  children?: ReactNode;
}

/** A price with its uncertain digits dimmed and its ± beneath; the exact figure is its value. */
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
