import type { ReactNode } from 'react';
import { t } from '@/lib/base/locale/t.ts';
import { currencyLabel } from '@/lib/domain/currency/currency-label.ts';
import { toDecimal, toDecimalString, type Decimal } from '@/lib/domain/prices/decimal.ts';
import { dateFormat } from '@/lib/base/locale/format.ts';
import { toMilliseconds } from '@/lib/base/units.ts';
import type { Change } from '@/lib/domain/history/change.ts';
import type { LinePoint } from '@/lib/domain/history/candle-line.ts';
import { changePercent, directionOf } from '@/lib/domain/prices/arithmetic.ts';
import {
  changeAmount,
  formatConfidence,
  formatPercent,
  formatPrice,
} from '@/lib/domain/prices/format-price.ts';
import type { ListView } from '@/lib/domain/watchlist/view.ts';
import { signerWords } from '@/lib/domain/prices/signer-words.ts';
import type { LatestPrice } from '../../shared/hooks/use-latest-price.ts';
import { classNames } from '../../shared/button.tsx';
import { useChangeMark } from './use-change-mark.ts';
import changeStyles from './row-change.module.css';
import styles from './row-price.module.css';

const MINUTE = { hour: 'numeric', minute: '2-digit' } as const;

// Longer prices are set smaller, so that the name beside them stays readable.
const LONGEST = 11;

interface RowPriceProps {
  figure: LatestPrice;
  price: Decimal;
  /** The display currency; `null`: the price is shown as quoted. */
  currency: string | null;
  showsConfidence: boolean;
  /** Whether the first paint is done, which needs no tooltip. */
  isPainted: boolean;
  /** Whether a change of the price is marked. */
  isMarked: boolean;
  isInView: () => boolean;
  /** The change, with marks before it. */
  children: ReactNode;
}

/**
 * A row's price, briefly tinted when it moves by more than its confidence. Digits smaller than a
 * tenth of the confidence are dimmed; `value` is the exact price; the tooltip also has the confidence and the
 * signers.
 */
export function RowPrice(props: RowPriceProps) {
  const { figure, price, currency, children } = props;
  const confidence = toDecimal(figure.price.conf, figure.price.expo);
  const { certain, uncertain } = formatPrice(price, { confidence, digits: 'row' });
  const marked = useChangeMark(
    props.isMarked ? { price, confidence, bright: certain } : null,
    props.isInView,
  );
  const value = toDecimalString(price);
  const band = confidence && formatConfidence(confidence);
  return (
    <div ref={marked} className={styles.figure}>
      <data
        className={styles.price}
        data-part="price"
        data-long={certain.length + uncertain.length > LONGEST || undefined}
        value={value}
        title={props.isPainted ? tooltip(value, band, figure) : undefined}
        dir="ltr"
      >
        {certain}
        {uncertain && <i>{uncertain}</i>}
      </data>
      <small>
        {props.showsConfidence && band && (
          <span data-part="confidence" dir="ltr">
            {band}
          </span>
        )}
        {currency !== null && <span data-part="currency">{currencyLabel(currency)}</span>}
        {children}
      </small>
    </div>
  );
}

function tooltip(value: string, band: string | null, { price: { proof } }: LatestPrice): string {
  const exact = band ? `${value} ${band}` : value;
  if (proof === undefined) return exact;
  if (proof.state !== 'verified') return `${exact} · ${t('proof.state.unchecked')}`;
  return `${exact} · ${t('row.mark.verified', { signers: signerWords(proof) })}`;
}

interface PastRowPriceProps {
  point: LinePoint;
  /** The change to show; `null`: none. */
  change: Change | null;
  changeAs: ListView['changeAs'];
}

/** The price at a point of the line, when it was, and how it had changed by then. */
export function PastRowPrice({ point, change, changeAs }: PastRowPriceProps) {
  const from = change?.none === undefined ? change?.from : undefined;
  const percent = from ? changePercent(point, from) : null;
  return (
    <div className={classNames(styles.figure, styles.past)} data-part="past-price">
      <data className={styles.price} value={toDecimalString(point)} dir="ltr">
        {formatPrice(point, { digits: 'row' }).text}
      </data>
      <small>
        <span>{dateFormat(MINUTE).format(toMilliseconds(point.time))}</span>
        {percent && (
          <span className={changeStyles.change} data-way={directionOf(percent)}>
            {changeAs === 'amount' && from ? changeAmount(point, from) : formatPercent(percent)}
          </span>
        )}
      </small>
    </div>
  );
}

/** Bars until the first price arrives, or a text. The footer says why no price arrives. */
export function NoRowPrice({ isExpected }: { isExpected: boolean }) {
  return (
    <div className={styles.figure} data-part="no-price">
      {isExpected ? (
        <span className={styles.skeleton} />
      ) : (
        <span className={styles.none}>{t('row.noPrice')}</span>
      )}
    </div>
  );
}
