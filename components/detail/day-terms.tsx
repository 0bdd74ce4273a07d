import { changeSince } from '@/lib/domain/history/change.ts';
import { changeStart } from '@/lib/domain/history/change-start.ts';
import { t } from '@/lib/base/locale/t.ts';
import type { FeedAttributes } from '@/lib/domain/prices/attributes.ts';
import { toDecimal } from '@/lib/domain/prices/decimal.ts';
import type { StoredPrice } from '@/lib/domain/prices/stored-price.ts';
import { references } from '@/lib/storage/values/history.ts';
import { Percent } from '../holdings/percent.tsx';
import { closeText } from '../shared/close-text.ts';
import { useMinute } from '../shared/hooks/clock.ts';
import { useRequiredTrust } from '../shared/hooks/use-required-trust.ts';
import { useStoredPart } from '../shared/hooks/use-stored.ts';
import { noChangeText } from '../shared/no-change-text.ts';
import { Missing, Term } from './terms.tsx';
import { minuteText } from './time-text.ts';
import styles from './terms.module.css';

interface DayTermsProps {
  id: string;
  price: StoredPrice;
  attributes: FeedAttributes;
}

/** The changes since the previous close and today, among the facts. */
export function DayTerms(props: DayTermsProps) {
  return (
    <>
      <DayTerm {...props} period="close" />
      <DayTerm {...props} period="today" />
    </>
  );
}

function DayTerm({ id, price, attributes, period }: DayTermsProps & { period: 'close' | 'today' }) {
  const text = useStoredPart(references[period], (texts) => texts?.[id] ?? null);
  const nowSeconds = useMinute();
  const requiredTrust = useRequiredTrust();
  const now = toDecimal(price.price, price.expo);
  const hasStart = changeStart(period, attributes, { nowSeconds }) !== null;
  if (!now || !hasStart) return null;
  const change = changeSince(now, { text, period, nowSeconds, requiredTrust, attributes });
  // What has no change yet keeps its place, so that nothing moves when it comes.
  if (change.none !== undefined) {
    return (
      <Term name={t(`detail.change.${period}`)} hint={noChangeText(change.none)}>
        <span className={styles.change}>
          <Missing text="–" />
        </span>
      </Term>
    );
  }
  const { percent, time, isAfterHours } = change;
  const since = period === 'close' ? closeText(time, attributes) : minuteText(time);
  return (
    <Term
      name={t(isAfterHours ? 'marketHours.afterHours' : `detail.change.${period}`)}
      hint={t('detail.change.since', { time: since })}
    >
      <span className={styles.change}>
        <Percent percent={percent} />
      </span>
    </Term>
  );
}
