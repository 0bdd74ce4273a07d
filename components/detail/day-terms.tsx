import { changeSince } from '@/lib/domain/history/change.ts';
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
import { Term } from './terms.tsx';
import { minuteText } from './time-text.ts';

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
  const span = { text, period, nowSeconds, requiredTrust, attributes };
  const change = now && changeSince(now, span);
  if (!change || change.none !== undefined) return null;
  const { percent, time, isAfterHours } = change;
  const since = period === 'close' ? closeText(time, attributes) : minuteText(time);
  return (
    <Term
      name={t(isAfterHours ? 'marketHours.afterHours' : `detail.change.${period}`)}
      hint={t('detail.change.since', { time: since })}
    >
      <Percent percent={percent} />
    </Term>
  );
}
