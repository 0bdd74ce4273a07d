import { directionOf } from '@/lib/domain/prices/arithmetic.ts';
import type { Decimal } from '@/lib/domain/prices/decimal.ts';
import { formatPercent } from '@/lib/domain/prices/format-price.ts';
import styles from './percent.module.css';

const ARROWS = { up: '▲', flat: '–', down: '▼' } as const;

/** A change with an arrow, a sign and a color. */
export function Percent({ percent }: { percent: Decimal }) {
  const way = directionOf(percent);
  return (
    <span className={styles.percent} data-way={way} dir="ltr">
      <span aria-hidden="true">{ARROWS[way]}</span> {formatPercent(percent)}
    </span>
  );
}
