import { CHANGE_PERIODS, type ChangePeriod } from '@/lib/domain/history/periods.ts';
import { changeSince } from '@/lib/domain/history/change.ts';
import { t } from '@/lib/base/locale/t.ts';
import { toDecimal } from '@/lib/domain/prices/decimal.ts';
import { formatConfidence } from '@/lib/domain/prices/format-price.ts';
import { isMarketOpen } from '@/lib/domain/prices/market-schedule.ts';
import { isMalformed, type AnySchedule } from '@/lib/domain/prices/schedule-grammar.ts';
import { references } from '@/lib/storage/values/history.ts';
import type { UnixSeconds } from '@/lib/base/units.ts';
import { useCorrectedClock } from '../shared/hooks/clock.ts';
import { useShownConversion } from '../shared/hooks/use-conversion.ts';
import { useStoredPart } from '../shared/hooks/use-stored.ts';
import { Age } from '../shared/age.tsx';
import { openingText } from '../shared/opening-text.ts';
import { RowChange } from './row-change.tsx';
import type { PriceRowState } from './use-price-row.ts';
import styles from './columns.module.css';

interface RowColumnsProps {
  id: string;
  row: PriceRowState;
  requiredTrust: string | null;
  minuteSeconds: UnixSeconds;
}

/** A row's columns in a wide window, after its price; those that do not fit are hidden. */
export function RowColumns(props: RowColumnsProps) {
  const { price, conf, expo, publishTime } = props.row.figure?.price ?? {};
  const confidence = price === undefined ? null : toDecimal(conf ?? '', expo ?? 0);
  return (
    <>
      {CHANGE_PERIODS.map((period) => (
        <ChangeCell key={period} period={period} {...props} />
      ))}
      <span className={styles.confidence} dir="ltr">
        {confidence && formatConfidence(confidence)}
      </span>
      <span className={styles.age}>
        {publishTime !== undefined && <Age publishTime={publishTime} />}
      </span>
      <MarketCell schedule={props.row.schedule} />
    </>
  );
}

interface ChangeCellProps extends RowColumnsProps {
  period: ChangePeriod;
}

function ChangeCell({ id, row, period, requiredTrust, minuteSeconds }: ChangeCellProps) {
  const conversion = useShownConversion();
  const text = useStoredPart(references[period], (texts) =>
    conversion ? conversion.pastPrice(id, texts) : (texts?.[id] ?? null),
  );
  if (!row.price) return <span />;
  const span = { text, period, nowSeconds: minuteSeconds, requiredTrust };
  return (
    <RowChange
      change={changeSince(row.price, span)}
      period={period}
      isRefused={row.isRefused}
      isPainted
    />
  );
}

function MarketCell({ schedule }: { schedule: AnySchedule }) {
  const isOpen = useCorrectedClock((nowMs) => isMarketOpen(schedule, nowMs));
  const opening = useCorrectedClock((nowMs) => openingText(schedule, nowMs));
  if (isMalformed(schedule))
    return <span className={styles.market}>{t('marketHours.unknown')}</span>;
  if (schedule.alwaysOpen)
    return <span className={styles.market}>{t('marketHours.alwaysOpen')}</span>;
  if (isOpen) return <span className={styles.market}>{t('marketHours.open')}</span>;
  const hint = opening === null ? undefined : t('marketHours.closedUntil', { time: opening });
  return (
    <span className={styles.market} title={hint}>
      {t('marketHours.closed')}
    </span>
  );
}
