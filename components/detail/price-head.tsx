import { useCallback } from 'react';
import type { ReactNode } from 'react';
import { ratioInBasisPoints } from '@/lib/prices/arithmetic.ts';
import { toDecimal, toDecimalString, type Decimal } from '@/lib/prices/decimal.ts';
import { formatConfidence, formatPrice } from '@/lib/prices/format-price.ts';
import type { StoredPrice } from '@/lib/storage/prices.ts';
import type { UnixMilliseconds, UnixSeconds } from '@/lib/units.ts';
import { ageInSeconds } from '../shared/age.tsx';
import { useCorrectedClock } from '../hooks/clock.ts';
import { ExactFigure } from './exact-figure.tsx';
import { Tag } from '../shared/tag.tsx';
import styles from './price-head.module.css';

interface PriceHeadProps {
  price: StoredPrice;
  /** Whether signatures are required and this price is not verified. */
  isRefused: boolean;
  condition: 'closed' | 'stale' | undefined;
  /** The price change. */
  children: ReactNode;
}

// Longer prices get a smaller font, so that they fit on one line of the popup.
const LONG = 17;
const VERY_LONG = 22;

/** The exact price, its confidence and its age. */
export function PriceHead({ price, isRefused, condition, children }: PriceHeadProps) {
  const figure = toDecimal(price.price, price.expo);
  const confidence = toDecimal(price.conf, price.expo);
  if (!figure) return <p>The service sent a figure that cannot be shown.</p>;
  return (
    <div
      className={styles.head}
      data-part="price-head"
      data-size={sizeOf(figure)}
      data-refused={isRefused || undefined}
    >
      <ExactFigure
        part="exact-price"
        className={styles.price}
        figure={figure}
        confidence={confidence}
      />
      <p className={styles.sub} data-part="published">
        {confidence && <Confidence confidence={confidence} price={figure} />}
        <span>
          published <PublishedAge publishTime={price.publishTime} />
        </span>
        {condition === 'closed' && <Tag isQuiet>Market closed</Tag>}
        {condition === 'stale' && <Tag>Stale</Tag>}
        {isRefused && <Tag>Not verified</Tag>}
      </p>
      {children}
    </div>
  );
}

/** The ± as an amount and in basis points of the price. */
export function Confidence({ confidence, price }: { confidence: Decimal; price: Decimal }) {
  const points = ratioInBasisPoints(confidence, price, 1);
  return (
    <>
      <data value={toDecimalString(confidence)} title={`±${toDecimalString(confidence)}`}>
        {formatConfidence(confidence)}
      </data>
      {points && <span>{formatPrice(points, { digits: 'all' }).text} bp</span>}
    </>
  );
}

function PublishedAge({ publishTime }: { publishTime: UnixSeconds }) {
  const select = useCallback(
    (nowMs: UnixMilliseconds) => {
      const age = ageInSeconds(publishTime, nowMs);
      return age === 'ahead' ? 'ahead of this clock' : `${age} ago`;
    },
    [publishTime],
  );
  return <>{useCorrectedClock(select)}</>;
}

function sizeOf(figure: Decimal): string | undefined {
  const { length } = formatPrice(figure, { digits: 'all' }).text;
  if (length > VERY_LONG) return 'very-long';
  return length > LONG ? 'long' : undefined;
}
