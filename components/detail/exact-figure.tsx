import { toDecimalString, type Decimal } from '@/lib/prices/decimal.ts';
import { formatPrice } from '@/lib/prices/format-price.ts';

interface ExactFigureProps {
  figure: Decimal;
  /** Digits below a tenth of it are dimmed. */
  confidence?: Decimal | null;
  className?: string;
  sign?: 'always';
}

/** A figure with all of its digits; the plain exact decimal is its value. */
export function ExactFigure({ figure, confidence, className, sign }: ExactFigureProps) {
  const { certain, uncertain } = formatPrice(figure, { digits: 'all', confidence, sign });
  return (
    <data className={`exact ${className ?? ''}`} value={toDecimalString(figure)}>
      {certain}
      {uncertain && <i>{uncertain}</i>}
    </data>
  );
}
