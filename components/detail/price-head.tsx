import { useCallback, type ReactNode } from 'react';
import { t } from '@/lib/base/locale/t.ts';
import { ageMs, formatAgo, isAhead } from '@/lib/domain/prices/age.ts';
import type { Condition } from '@/lib/domain/prices/condition.ts';
import { toDecimal } from '@/lib/domain/prices/decimal.ts';
import type { StoredPrice } from '@/lib/domain/prices/stored-price.ts';
import type { UnixMilliseconds, UnixSeconds } from '@/lib/base/units.ts';
import { useCorrectedClock } from '../shared/hooks/clock.ts';
import { Confidence } from './confidence.tsx';
import { ExactDecimal } from './exact-decimal.tsx';
import { Tag } from '../shared/tag.tsx';
import styles from './price-head.module.css';

interface PriceHeadProps {
  price: StoredPrice;
  /** Whether signatures are required and this price is not verified. */
  isRefused: boolean;
  condition: Condition | undefined;
  /** The price change. */
  children: ReactNode;
}

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
      {price.isSample && <Tag>{t('samples.title')}</Tag>}
      <p className={styles.sub} data-part="published">
        {confidence && <Confidence confidence={confidence} />}
        <span title={t('detail.publishTime')}>
          <Published publishTime={price.publishTime} />
        </span>
        {condition === 'closed' && <Tag isQuiet>{t('row.mark.closed')}</Tag>}
        {condition === 'after-hours' && <Tag isQuiet>{t('marketHours.afterHours')}</Tag>}
        {condition === 'stale' && <Tag>{t('detail.stale')}</Tag>}
        {isRefused && <Tag>{t('proof.state.unchecked')}</Tag>}
      </p>
      {children}
    </div>
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
  return isAhead(age) ? t('detail.publishedAhead') : formatAgo(age);
}
