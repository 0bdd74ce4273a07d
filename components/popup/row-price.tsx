import type { ReactNode } from 'react';
import { currencyLabel } from '@/lib/domain/currency/currency-label.ts';
import { ageMs } from '@/lib/domain/prices/age.ts';
import { toDecimal, toDecimalString, type Decimal } from '@/lib/domain/prices/decimal.ts';
import { formatConfidence, formatPrice } from '@/lib/domain/prices/format-price.ts';
import type { UnixSeconds } from '@/lib/base/units.ts';
import { ageInSeconds, isAhead } from '../shared/age.tsx';
import { useCorrectedClock } from '../shared/hooks/clock.ts';
import type { Figure } from '../shared/hooks/use-latest-price.ts';
import { useChangeMark } from './use-change-mark.ts';
import styles from './row-price.module.css';

const OLD_MS = 60_000;
// More characters than these are set smaller, so that the name beside them stays readable.
const LONGEST = 11;

interface RowPriceProps {
  figure: Figure | undefined;
  /** The price as a decimal; `null` if there is none. */
  price: Decimal | null;
  /** Text in place of a missing price. */
  waiting: string;
  /** The currency that the price is converted to; `null`: it is shown as quoted. */
  currency: string | null;
  /** Whether the row is in view now. */
  isInView: () => boolean;
  /** Marks shown beside the ±. */
  children: ReactNode;
}

/**
 * A row's price, briefly highlighted when it changes: uncertain digits are dimmed, ± is below, and
 * `value` and tooltip hold the exact price.
 */
export function RowPrice(props: RowPriceProps) {
  const { figure, price, waiting, currency, isInView, children } = props;
  const marked = useChangeMark(figure?.changes, isInView);
  if (!figure || !price) {
    return (
      <div className={styles.figure}>
        <span className={styles.price} aria-hidden="true">
          –
        </span>
        <span className={styles.beneath}>
          <small>{waiting}</small>
          {children}
        </span>
      </div>
    );
  }
  const confidence = toDecimal(figure.price.conf, figure.price.expo);
  const { certain, uncertain } = formatPrice(price, { confidence, digits: 'row' });
  const value = toDecimalString(price);
  return (
    <div ref={marked} className={styles.figure} data-change={changeOf(figure)}>
      <data
        className={styles.price}
        data-part="price"
        data-long={certain.length + uncertain.length > LONGEST || undefined}
        value={value}
        title={value}
        dir="ltr"
      >
        {certain}
        {uncertain && <i>{uncertain}</i>}
      </data>
      <span className={styles.beneath}>
        {currency !== null && <small data-part="currency">{currencyLabel(currency)}</small>}
        {confidence && <small dir="ltr">{formatConfidence(confidence)}</small>}
        {children}
      </span>
    </div>
  );
}

const DIRECTIONS = { '1': 'up', '0': 'flat', '-1': 'down' } as const;

/** Age of a price, shown only if it is older than users would assume at a glance. */
export function OldAge({ publishTime }: { publishTime: UnixSeconds }) {
  const text = useCorrectedClock((nowMs) => {
    const isShown = isAhead(publishTime, nowMs) || ageMs(publishTime, nowMs) >= OLD_MS;
    return isShown ? ageInSeconds(publishTime, nowMs) : '';
  });
  return text === '' ? null : (
    <small className={styles.age} data-part="age">
      {text}
    </small>
  );
}

function changeOf({ price, changes }: Figure): string | undefined {
  return changes === 0 ? undefined : DIRECTIONS[`${price.direction}`];
}
