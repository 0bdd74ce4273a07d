import { toMilliseconds } from '@/lib/base/units.ts';
import { subjectOf } from '@/lib/domain/holdings/subject.ts';
import { toneOf } from '@/lib/domain/market/price-state.ts';
import { shownChange } from '@/lib/domain/market/shown.ts';
import { worthChange } from '@/lib/domain/market/worth.ts';
import { directionOf } from '@/lib/domain/prices/arithmetic.ts';
import type { Decimal } from '@/lib/domain/prices/decimal.ts';
import { formatPercent } from '@/lib/domain/prices/format-price.ts';
import { references } from '@/lib/storage/values/history.ts';
import { holdings } from '@/lib/storage/values/holdings.ts';
import { areSamplesShown } from '@/lib/storage/values/samples.ts';
import { SubjectPrice } from '../../alerts/subject-price.tsx';
import { classNames } from '../../shared/button.tsx';
import { useMinute } from '../../shared/hooks/clock.ts';
import { useChangePeriod } from '../../shared/hooks/use-change-period.ts';
import { useQuotedStore } from '../../shared/hooks/use-latest-price.ts';
import { marketAt, useMarketSettings } from '../../shared/hooks/use-market.ts';
import { useStored } from '../../shared/hooks/use-stored.ts';
import type { ComposedAlert } from './use-composed-alert.ts';
import changeStyles from '../../shared/change.module.css';
import styles from './alert.module.css';

/** The price that an alert's level is compared with, and its change over the list's period. */
export function SubjectNow({ subject }: Pick<ComposedAlert, 'subject'>) {
  const areSamples = useStored(areSamplesShown) ?? false;
  const percent = useChangePercent(subject);
  return (
    <>
      <SubjectPrice {...subject} />
      {percent && !areSamples && (
        <span
          className={classNames(changeStyles.change, styles.change)}
          dir="ltr"
          data-part="subject-change"
          data-way={toneOf(subject.fault, true) === 'gray' ? undefined : directionOf(percent)}
        >
          {formatPercent(percent)}
        </span>
      )}
    </>
  );
}

/** `null` if it is not known. */
function useChangePercent({ id, basket }: ComposedAlert['subject']): Decimal | null {
  const settings = useMarketSettings();
  const store = useQuotedStore();
  const held = useStored(holdings);
  const period = useChangePeriod();
  const texts = useStored(references[period]);
  const nowMs = toMilliseconds(useMinute());
  if (!settings || !held || !texts) return null;
  const subject = subjectOf(id);
  const currency = subject.kind === 'feed' ? null : subject.currency;
  const market = marketAt({ ...settings, currency }, store, nowMs);
  if (subject.kind === 'feed' || subject.kind === 'price') {
    const change = shownChange(market, subject.feedId, { period, texts });
    return change.none === undefined ? change.percent : null;
  }
  const ids = (basket?.positions ?? []).map(({ feedId }) => feedId);
  return worthChange(market, ids, { holdings: held, period, texts }).percent;
}
