import { currencyLabel } from '@/lib/domain/currency/currencies.ts';
import type { Measure } from '@/lib/domain/currency/cross.ts';
import { toDecimalString, type Decimal } from '@/lib/domain/prices/decimal.ts';
import { formatConfidence, formatPrice } from '@/lib/domain/prices/format-price.ts';
import styles from './money.module.css';

interface MoneyProps {
  measure: Measure;
  currency: string;
  /** `always`: positive amounts have a plus sign. */
  sign?: 'always';
  /** Leaves out the ±. */
  isBrief?: boolean;
}

/** A rounded amount. The tooltip shows all digits. */
export function Money({ measure, currency, sign, isBrief = false }: MoneyProps) {
  const { price, confidence } = measure;
  const { certain, uncertain } = formatPrice(price, { confidence, digits: 'row', sign });
  const exact = toDecimalString(price);
  return (
    <span className={styles.money} dir="ltr">
      <data className={styles.value} value={exact} title={exact}>
        {certain}
        {uncertain && <i>{uncertain}</i>}
      </data>{' '}
      <span data-part="currency">{currencyLabel(currency)}</span>{' '}
      {!isBrief && confidence.mantissa !== 0n && (
        <small data-part="confidence">{formatConfidence(confidence)}</small>
      )}
    </span>
  );
}

export function moneyText(value: Decimal, currency: string, sign?: 'always'): string {
  return `${formatPrice(value, { digits: 'row', sign }).text} ${currencyLabel(currency)}`;
}
