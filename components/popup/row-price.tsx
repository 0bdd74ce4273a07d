import type { ReactNode } from 'react';
import { ageMs } from '@/lib/prices/age.ts';
import { toDecimal, type Decimal } from '@/lib/prices/decimal.ts';
import { ageInSeconds } from '../shared/age.tsx';
import { useCorrectedClock } from '../hooks/clock.ts';
import { PriceFigure } from '../shared/price-figure.tsx';
import type { Figure } from '../hooks/use-latest-price.ts';

const OLD_MS = 60_000;

interface RowPriceProps {
  figure: Figure | undefined;
  /** The price as a decimal; `null` if there is none. */
  price: Decimal | null;
  /** Text in place of a missing price. */
  waiting: string;
  /** Marks shown beside the ±. */
  children: ReactNode;
}

/** A row's price, briefly highlighted when it changes. */
export function RowPrice({ figure, price, waiting, children }: RowPriceProps) {
  if (!figure || !price) {
    return (
      <div className="figure">
        <span className="no-price" aria-hidden="true">
          –
        </span>
        <span className="beneath">
          <small>{waiting}</small>
          {children}
        </span>
      </div>
    );
  }
  return (
    <div className={`figure ${changeMark(figure)}`}>
      <PriceFigure price={price} confidence={toDecimal(figure.price.conf, figure.price.expo)}>
        {children}
      </PriceFigure>
    </div>
  );
}

const DIRECTIONS = { '1': 'up', '0': 'flat', '-1': 'down' } as const;

/** Age of a price, shown only if it is older than users would assume at a glance. */
export function OldAge({ publishTime }: { publishTime: number }) {
  const text = useCorrectedClock((nowMs) => {
    const age = ageInSeconds(publishTime, nowMs);
    return age === 'ahead' || ageMs(publishTime, nowMs) >= OLD_MS ? age : '';
  });
  return text === '' ? null : <small className="age">{text}</small>;
}

// Alternates between two names of the same animation: a CSS animation restarts only on a new name.
function changeMark({ price, changes }: Figure): string {
  if (changes === 0) return '';
  return `changed-${changes % 2 === 0 ? 'even' : 'odd'} ${DIRECTIONS[`${price.direction}`]}`;
}
