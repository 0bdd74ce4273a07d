import { compareDecimals } from '@/lib/prices/arithmetic.ts';
import type { Decimal } from '@/lib/prices/decimal.ts';
import { formatPercent } from '@/lib/prices/format-price.ts';
import styles from './percent.module.css';

const ZERO: Decimal = { mantissa: 0n, expo: 0 };

const DIRECTIONS = {
  '1': { name: 'up', arrow: '▲' },
  '0': { name: 'flat', arrow: '–' },
  '-1': { name: 'down', arrow: '▼' },
} as const;

/** A change or gain in percent: arrow, sign and color of its direction. */
export function Percent({ percent }: { percent: Decimal }) {
  const { name, arrow } = DIRECTIONS[`${compareDecimals(percent, ZERO)}`];
  return (
    <span className={styles.percent} data-way={name} dir="ltr">
      <span aria-hidden="true">{arrow}</span> {formatPercent(percent)}
    </span>
  );
}
