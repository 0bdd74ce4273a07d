import { toDecimalString, type Decimal } from '@/lib/prices/decimal.ts';
import { formatPrice } from '@/lib/prices/format-price.ts';

interface ExactFigureProps {
  figure: Decimal;
  /** Digits smaller than a tenth of the confidence are dimmed. */
  confidence?: Decimal | null;
  className?: string;
  sign?: 'always';
}

/** A number with all its digits; the `value` attribute holds the plain decimal. */
export function ExactFigure({ figure, confidence, className, sign }: ExactFigureProps) {
  const { certain, uncertain } = formatPrice(figure, { digits: 'all', confidence, sign });
  return (
    <data className={`exact ${className ?? ''}`} value={toDecimalString(figure)}>
      {certain}
      {uncertain && <i>{uncertain}</i>}
    </data>
  );
}
