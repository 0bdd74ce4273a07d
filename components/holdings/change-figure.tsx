import { Fragment } from 'react';
import { directionOf, magnitude, roundToExponent } from '@/lib/domain/prices/arithmetic.ts';
import type { Decimal } from '@/lib/domain/prices/decimal.ts';
import { formatPercent, formatPrice } from '@/lib/domain/prices/format-price.ts';
import { useAmountsHidden } from './amount.tsx';
import styles from './amount.module.css';

interface ChangeFigureProps {
  /** Missing: only the percentage is shown. */
  amount?: Decimal | null;
  percent: Decimal | null;
  /** Whether there is room for few digits. The tooltip shows the others. */
  isBrief?: boolean;
}

/** A change or gain with its sign and color. Its amount is left out while amounts are hidden. */
export function ChangeFigure({ amount = null, percent, isBrief = false }: ChangeFigureProps) {
  const shown = useAmountsHidden() ? null : amount;
  const figure = amount ?? percent;
  if (!figure) return '–';
  return (
    <span
      className={styles.change}
      data-way={directionOf(figure)}
      dir="ltr"
      title={isBrief && shown ? changeText(shown, percent) : undefined}
    >
      {parts(shown, percent, isBrief).map((part, index) => (
        <Fragment key={part}>
          {index > 0 && ' '}
          <span>{part}</span>
        </Fragment>
      ))}
    </span>
  );
}

export function changeText(amount: Decimal | null, percent: Decimal | null): string {
  return parts(amount, percent, false).join(' ');
}

function parts(amount: Decimal | null, percent: Decimal | null, isBrief: boolean): string[] {
  if (!amount) return percent ? [formatPercent(percent)] : [];
  const shown = isBrief && magnitude(amount) >= 2 ? roundToExponent(amount, 0) : amount;
  const rounded = isBrief && percent ? roundToExponent(percent, -1) : percent;
  return [
    formatPrice(shown, { digits: 'row', sign: 'always' }).text,
    ...(rounded ? [`(${formatPercent(rounded)})`] : []),
  ];
}
