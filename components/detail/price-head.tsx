import { useCallback } from 'react';
import type { ReactNode } from 'react';
import { t } from '@/lib/locale/t.ts';
import { ratioInBasisPoints } from '@/lib/prices/arithmetic.ts';
import { ageMs, formatSpan } from '@/lib/prices/age.ts';
import { toDecimal, toDecimalString, type Decimal } from '@/lib/prices/decimal.ts';
import { formatConfidence, formatPrice } from '@/lib/prices/format-price.ts';
import type { StoredPrice } from '@/lib/storage/prices.ts';
import type { UnixMilliseconds, UnixSeconds } from '@/lib/units.ts';
import { useCorrectedClock } from '../hooks/clock.ts';
import { ExactDecimal } from './exact-decimal.tsx';
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

const MAX_CLOCK_SKEW_MS = 5_000;

/** The price, its confidence and its age. */
export function PriceHead({ price, isRefused, condition, children }: PriceHeadProps) {
  const exact = toDecimal(price.price, price.expo);
  const confidence = toDecimal(price.conf, price.expo);
  if (!exact) return <p>{t('detail.invalidPrice')}</p>;
  return (
    <div className={styles.head} data-part="price-head" data-refused={isRefused || undefined}>
      <ExactDecimal
        part="exact-price"
        digits="row"
        className={styles.price}
        value={exact}
        confidence={confidence}
      />
      <p className={styles.sub} data-part="published">
        {confidence && <Confidence confidence={confidence} price={exact} />}
        <span>
          <Published publishTime={price.publishTime} />
        </span>
        {condition === 'closed' && <Tag isQuiet>{t('marketHours.marketClosed')}</Tag>}
        {condition === 'stale' && <Tag>{t('detail.stale')}</Tag>}
        {isRefused && <Tag>{t('proof.state.unchecked')}</Tag>}
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
      <data dir="ltr" value={toDecimalString(confidence)} title={`±${toDecimalString(confidence)}`}>
        {formatConfidence(confidence)}
      </data>
      {points && (
        <span title={t('detail.basisPointsHint')}>
          {t('detail.basisPoints', { points: formatPrice(points, { digits: 'all' }).text })}
        </span>
      )}
    </>
  );
}

function Published({ publishTime }: { publishTime: UnixSeconds }) {
  const select = useCallback(
    (nowMs: UnixMilliseconds) => publishedWords(ageMs(publishTime, nowMs)),
    [publishTime],
  );
  return <>{useCorrectedClock(select)}</>;
}

function publishedWords(age: UnixMilliseconds): string {
  if (age < -MAX_CLOCK_SKEW_MS) return t('detail.publishedAhead');
  return t('detail.published', { age: t('age.ago', { age: formatSpan(Math.max(0, age)) }) });
}
