import type { ReactNode } from 'react';
import type { HoldingsChange } from '@/lib/domain/holdings/change-holdings.ts';
import { t } from '@/lib/base/locale/t.ts';
import type { Decimal } from '@/lib/domain/prices/decimal.ts';
import type { FeedId, UnixSeconds } from '@/lib/base/units.ts';
import { ageMs, formatAge } from '@/lib/domain/prices/age.ts';
import { useCorrectedClock } from '../shared/hooks/clock.ts';
import { areSamplesShown } from '@/lib/storage/values/samples.ts';
import { Mark } from '../shared/icons.tsx';
import { Tag } from '../shared/tag.tsx';
import { useStored } from '../shared/hooks/use-stored.ts';
import { useChangePeriod } from '../shared/hooks/use-change-period.ts';
import { Amount } from './amount.tsx';
import { Money, moneyText } from './money.tsx';
import { Percent } from './percent.tsx';
import { useHoldingsChange, type ShownValuation } from './use-valuation.ts';
import { changeLackWords, lacksOf } from './worth-words.ts';
import styles from './holdings-summary.module.css';

interface HoldingsSummaryProps {
  ids: readonly FeedId[];
  worth: ShownValuation;
}

/** The total with its ±, change, gain, and flaws. */
export function HoldingsSummary({ ids, worth }: HoldingsSummaryProps) {
  const { valuation, currency } = worth;
  const change = useHoldingsChange(ids, worth);
  const period = useChangePeriod();
  const areSamples = useStored(areSamplesShown) ?? false;
  const { total, gain, publishTime } = valuation;
  return (
    <section className={styles.summary} aria-label={t('holdings.total')}>
      <p className={styles.total} data-part="holdings-total">
        {total ? (
          <Amount>
            <Money measure={total} currency={currency} />
          </Amount>
        ) : (
          '–'
        )}
      </p>
      {areSamples && <Tag>{t('samples.title')}</Tag>}
      <dl className={styles.facts}>
        <Fact term={t(`period.${period}`)}>
          <Figures
            amount={change?.amount ?? null}
            percent={change?.percent ?? null}
            currency={currency}
          />
        </Fact>
        {gain && (
          <Fact term={t('popup.view.gain')}>
            <Figures amount={gain.price} percent={gain.percent} currency={currency} />
          </Fact>
        )}
        {publishTime !== null && (
          <Fact term={t('holdings.oldest')}>
            <Age publishTime={publishTime} />
          </Fact>
        )}
      </dl>
      <Lacks worth={worth} change={change} />
    </section>
  );
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  );
}

interface FiguresProps {
  amount: Decimal | null;
  percent: Decimal | null;
  currency: string;
}

export function Figures({ amount, percent, currency }: FiguresProps) {
  if (!amount) return '–';
  return (
    <>
      {percent && <Percent percent={percent} />}{' '}
      <Amount>
        <bdi className={styles.amount} data-part="amount">
          {moneyText(amount, currency, 'always')}
        </bdi>
      </Amount>
    </>
  );
}

function Lacks({ worth, change }: { worth: ShownValuation; change: HoldingsChange | null }) {
  const lacks = lacksOf(worth.valuation);
  const left = changeLackWords(change, worth.valuation);
  if (lacks.length === 0 && left === null) return null;
  return (
    <ul className={styles.lacks}>
      {lacks.map(({ name, shapes, words }) => (
        <li key={name}>
          {/* Hidden from screen readers, because the words beside it say the same. */}
          <span aria-hidden="true">
            <Mark name={name} label={words} shapes={shapes} />
          </span>
          {words}
        </li>
      ))}
      {left !== null && <li>{left}</li>}
    </ul>
  );
}

/** Updated over time. */
function Age({ publishTime }: { publishTime: UnixSeconds }) {
  return <>{useCorrectedClock((nowMs) => formatAge(ageMs(publishTime, nowMs)))}</>;
}
