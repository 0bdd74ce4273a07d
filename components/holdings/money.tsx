import { currencyLabel } from '@/lib/domain/currency/currency-label.ts';
import type { Measure } from '@/lib/domain/currency/cross.ts';
import { toDecimal, toDecimalString } from '@/lib/domain/prices/decimal.ts';
import { formatConfidence, formatPrice } from '@/lib/domain/prices/format-price.ts';
import type { FeedId } from '@/lib/base/units.ts';
import { useLatestPrice } from '../shared/hooks/use-latest-price.ts';
import { Amount } from './amount.tsx';
import styles from './amount.module.css';

interface MoneyProps {
  measure: Measure;
  /** Missing if the surrounding text says it. */
  currency?: string;
}

/** An amount that the user can hide. */
export function Money({ measure, currency }: MoneyProps) {
  return (
    <span dir="ltr">
      <Amount>
        <Figure {...measure} />
      </Amount>
      {currency !== undefined && (
        <>
          {' '}
          <span data-part="currency">{currencyLabel(currency)}</span>
        </>
      )}
    </span>
  );
}

/** A feed's latest price, as quoted. */
export function LatestPrice({ id }: { id: FeedId }) {
  const { price = '', conf = '0', expo = 0 } = useLatestPrice(id)?.price ?? {};
  const [value, confidence] = [toDecimal(price, expo), toDecimal(conf, expo)];
  return value && confidence ? <Figure price={value} confidence={confidence} /> : '–';
}

/** Rounded, with its uncertain digits dimmed. The tooltip shows all digits, and the ±. */
function Figure({ price, confidence }: Measure) {
  const { certain, uncertain } = formatPrice(price, { confidence, digits: 'row' });
  const exact = toDecimalString(price);
  const band = confidence.mantissa === 0n ? '' : ` ${formatConfidence(confidence)}`;
  return (
    <data className={styles.value} dir="ltr" value={exact} title={exact + band}>
      {certain}
      {uncertain && <i>{uncertain}</i>}
    </data>
  );
}
