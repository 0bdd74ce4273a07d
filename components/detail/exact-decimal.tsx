import type { ClipboardEvent } from 'react';
import { toDecimalString, type Decimal } from '@/lib/domain/prices/decimal.ts';
import { formatPrice } from '@/lib/domain/prices/format-price.ts';
import { classNames } from '../shared/button.tsx';
import { RollingText } from './rolling-text.tsx';
import styles from './exact-decimal.module.css';

interface ExactDecimalProps {
  value: Decimal;
  /** Digits smaller than a tenth of the confidence are dimmed. */
  confidence?: Decimal | null;
  className?: string | undefined;
  /** Sets `data-part`. */
  part?: string | undefined;
  sign?: 'always';
  /** Default: all. `row`: as many as a row of the list shows, and all on hover and in copies. */
  digits?: 'row';
  /** Whether digits that change roll. */
  rolls?: boolean;
}

/** A number; the `value` attribute holds the plain decimal. */
export function ExactDecimal(props: ExactDecimalProps) {
  const { value, confidence, className, part, sign, rolls, digits = 'all' } = props;
  const { certain, uncertain } = formatPrice(value, { digits, confidence, sign });
  const exact = toDecimalString(value);
  return (
    <data
      className={classNames(styles.exact, className)}
      data-part={part}
      dir="ltr"
      value={exact}
      title={digits === 'row' ? exact : undefined}
      onCopy={digits === 'row' ? (event) => copyExact(event, exact) : undefined}
    >
      {rolls ? (
        <RollingText certain={certain} uncertain={uncertain} />
      ) : (
        <>
          {certain}
          {uncertain && <i>{uncertain}</i>}
        </>
      )}
    </data>
  );
}

function copyExact(event: ClipboardEvent, exact: string): void {
  event.preventDefault();
  event.clipboardData.setData('text/plain', exact);
}
