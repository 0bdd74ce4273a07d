import { toDecimalString, type Decimal } from '@/lib/prices/decimal.ts';
import { formatPrice } from '@/lib/prices/format-price.ts';
import { classNames } from '../shared/button.tsx';
import styles from './exact-figure.module.css';

interface ExactFigureProps {
  figure: Decimal;
  /** Digits smaller than a tenth of the confidence are dimmed. */
  confidence?: Decimal | null;
  className?: string | undefined;
  /** Sets `data-part`. */
  part?: string | undefined;
  sign?: 'always';
}

/** A number with all its digits; the `value` attribute holds the plain decimal. */
export function ExactFigure({ figure, confidence, className, part, sign }: ExactFigureProps) {
  const { certain, uncertain } = formatPrice(figure, { digits: 'all', confidence, sign });
  return (
    <data
      className={classNames(styles.figure, className)}
      data-part={part}
      value={toDecimalString(figure)}
    >
      {certain}
      {uncertain && <i>{uncertain}</i>}
    </data>
  );
}
