import { type ClipboardEvent, useState } from 'react';
import { toDecimalString, type Decimal } from '@/lib/domain/prices/decimal.ts';
import { formatPrice, formatConfidence } from '@/lib/domain/prices/format-price.ts';
import styles from './figures.module.css';
import { t } from '@/lib/base/locale/t.ts';
import { ratioInBasisPoints } from '@/lib/domain/prices/arithmetic.ts';

interface ExactDecimalProps {
  value: Decimal;
  /** Digits smaller than a tenth of the confidence are dimmed. */
  confidence?: Decimal | null;
  className?: string | undefined;
  part?: string | undefined;
  sign?: 'always' | undefined;
  /** Default: all. `row`: as many as a row of the list shows, and all on hover and in copies. */
  digits?: 'row';
  rolls?: boolean;
}

/** A number; the `value` attribute holds the plain decimal. */
export function ExactDecimal(props: ExactDecimalProps) {
  const { value, confidence, className, part, sign, rolls, digits = 'all' } = props;
  const { certain, uncertain } = formatPrice(value, { digits, confidence, sign });
  const exact = toDecimalString(value);
  return (
    <data
      className={className}
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

interface Shown {
  text: string;
  before: string;
  /** Counts the changes: a digit that changes again rolls again. */
  turn: number;
}

/** Rolls the bright digits that change. Its text is always the whole figure. */
function RollingText({ certain, uncertain }: { certain: string; uncertain: string }) {
  const [shown, setShown] = useState<Shown>({ text: certain, before: certain, turn: 0 });
  if (shown.text !== certain) {
    setShown({ text: certain, before: shown.text, turn: shown.turn + 1 });
  }
  // If the length changes, digits at the same index have different places.
  const before = shown.before.length === certain.length ? shown.before : certain;
  return (
    <>
      {Array.from(certain, (digit, index) => {
        const old = before[index];
        return old === digit || old === undefined || !DIGIT.test(old + digit) ? (
          digit
        ) : (
          <span
            key={`${index} ${shown.turn}`}
            className={styles.digit}
            data-from={old}
            data-down={digit < old || undefined}
          >
            {digit}
          </span>
        );
      })}
      {uncertain && <i>{uncertain}</i>}
    </>
  );
}

const DIGIT = /^\d\d$/;

/** A price's ±, rounded; exact on hover. */
export function Confidence({ confidence }: { confidence: Decimal }) {
  const exact = toDecimalString(confidence);
  return (
    <data dir="ltr" value={exact} title={`±${exact}`}>
      {formatConfidence(confidence)}
    </data>
  );
}

/** A price's ± as a share of the price; nothing if the price is 0. */
export function BasisPoints({ confidence, price }: { confidence: Decimal; price: Decimal }) {
  const points = ratioInBasisPoints(confidence, price, 1);
  if (!points) return null;
  return (
    <span title={t('detail.basisPointsHint')}>
      {t('detail.basisPoints', { points: formatPrice(points, { digits: 'all' }).text })}
    </span>
  );
}
