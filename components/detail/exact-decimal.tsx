import { toDecimalString, type Decimal } from '@/lib/prices/decimal.ts';
import { formatPrice } from '@/lib/prices/format-price.ts';
import { classNames } from '../shared/button.tsx';
import styles from './exact-decimal.module.css';

interface ExactDecimalProps {
  value: Decimal;
  /** Digits smaller than a tenth of the confidence are dimmed. */
  confidence?: Decimal | null;
  className?: string | undefined;
  /** Sets `data-part`. */
  part?: string | undefined;
  sign?: 'always';
}

/** A number with all its digits; the `value` attribute holds the plain decimal. */
export function ExactDecimal({ value, confidence, className, part, sign }: ExactDecimalProps) {
  const { certain, uncertain } = formatPrice(value, { digits: 'all', confidence, sign });
  return (
    <data
      className={classNames(styles.exact, className)}
      data-part={part}
      dir="ltr"
      value={toDecimalString(value)}
    >
      {certain}
      {uncertain && <i>{uncertain}</i>}
    </data>
  );
}
