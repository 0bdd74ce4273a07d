import type { ReactNode } from 'react';
import { toDecimal } from '@/lib/prices/decimal.ts';
import type { StoredPrice } from '@/lib/storage/prices.ts';
import { Age } from '../age.tsx';
import { PriceFigure } from '../price-figure.tsx';
import type { Figure } from '../use-latest-price.ts';

interface RowPriceProps {
  figure: Figure | undefined;
  /** What to say where there is no price. */
  waiting: string;
  /** Marks that stand beside the ±. */
  children: ReactNode;
}

/** A row's price; marked softly for a moment when it changed. */
export function RowPrice({ figure, waiting, children }: RowPriceProps) {
  const price = figure && toDecimal(figure.price.price, figure.price.expo);
  if (!price) {
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

const DIRECTIONS = {
  '1': { name: 'up', arrow: '▲', word: 'rising' },
  '0': { name: 'flat', arrow: '–', word: 'unchanged' },
  '-1': { name: 'down', arrow: '▼', word: 'falling' },
} as const;

/** Where a price last went, and how long ago it was published. */
export function Movement({ price }: { price: StoredPrice }) {
  const { name, arrow, word } = DIRECTIONS[`${price.direction}`];
  return (
    <div className="movement">
      <span className={`arrow ${name}`}>
        <span aria-hidden="true">{arrow}</span>
        <span className="visually-hidden">{word}</span>
      </span>
      <small className="age">
        <Age publishTime={price.publishTime} />
      </small>
    </div>
  );
}

// Two names of one animation, in turn: a change of the name is what starts it again.
function changeMark({ price, changes }: Figure): string {
  if (changes === 0) return '';
  const { name } = DIRECTIONS[`${price.direction}`];
  return `changed-${changes % 2 === 0 ? 'even' : 'odd'} ${name}`;
}
