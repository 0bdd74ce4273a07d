import { useEffect, type ReactNode } from 'react';
import { changeSince } from '@/lib/domain/history/change.ts';
import { isRolling, ROLLING_PERIODS, type ChangePeriod } from '@/lib/domain/history/periods.ts';
import { t } from '@/lib/base/locale/t.ts';
import { toDecimal } from '@/lib/domain/prices/decimal.ts';
import { formatConfidence } from '@/lib/domain/prices/format-price.ts';
import { isMarketOpen } from '@/lib/domain/prices/market-schedule.ts';
import { isMalformed, type AnySchedule } from '@/lib/domain/prices/schedule-grammar.ts';
import type { ListView } from '@/lib/domain/watchlist/view.ts';
import { everyChangeWanted, references } from '@/lib/storage/values/history.ts';
import { listView } from '@/lib/storage/values/view.ts';
import { Age } from '../shared/age.tsx';
import { useCorrectedClock } from '../shared/hooks/clock.ts';
import { useChangePeriod } from '../shared/hooks/use-change-period.ts';
import { useShownConversion } from '../shared/hooks/use-conversion.ts';
import { useStored, useStoredPart } from '../shared/hooks/use-stored.ts';
import { openingText } from '../shared/opening-text.ts';
import { RowChange } from './row-change.tsx';
import type { PriceRowInput, PriceRowState } from './use-price-row.ts';
import styles from './columns.module.css';

// Loaded only in a wide window.

/** Names of the list's columns; most of them sort the list. */
export function ColumnHeads() {
  useEveryChange();
  const { periods, extra } = useColumnPeriods();
  return (
    <div className={styles.heads} role="group" aria-label={t('popup.view.sort')}>
      <Head order={{ sort: 'name' }}>{t('popup.view.name')}</Head>
      <span />
      <span>{t('detail.price')}</span>
      {periods.map((period) => (
        <Head
          key={period}
          order={{ sort: 'change', changePeriod: period }}
          hint={t(`row.changeOver.${period}`)}
          className={period === extra ? styles.extra : undefined}
        >
          {t(`row.period.${period}`)}
        </Head>
      ))}
      <span className={styles.confidence}>±</span>
      <span className={styles.age}>{t('popup.ageColumn')}</span>
      <Head
        className={styles.market}
        order={{ sort: 'asset-type' }}
        hint={t('popup.view.assetType')}
      >
        {t('marketHours.market')}
      </Head>
    </div>
  );
}

/**
 * The periods of the columns, and the one that is left out where there is room for two. A change of the
 * day, if it is chosen, takes the place of the shortest.
 */
function useColumnPeriods(): { periods: readonly ChangePeriod[]; extra: ChangePeriod | undefined } {
  const chosen = useChangePeriod();
  const periods = isRolling(chosen) ? ROLLING_PERIODS : [chosen, ...ROLLING_PERIODS.slice(1)];
  return { periods, extra: chosen === periods[0] ? periods.at(-1) : periods[0] };
}

interface HeadProps {
  /** The order that the head selects; if it is selected already, it leads back to the user's own. */
  order: Pick<ListView, 'sort'> & Partial<ListView>;
  /** What it sorts by, where its text does not say all of it. */
  hint?: string;
  className?: string | undefined;
  children: ReactNode;
}

function Head({ order, hint, className, children }: HeadProps) {
  const view = useStored(listView);
  const isOn =
    view?.sort === order.sort &&
    (order.changePeriod === undefined || view.changePeriod === order.changePeriod);
  const choose = (): void => {
    void listView.update((before) => ({ ...before, ...order, ...(isOn && { sort: 'hand' }) }));
  };
  return (
    <button type="button" className={className} aria-pressed={isOn} title={hint} onClick={choose}>
      {children}
    </button>
  );
}

/** While the columns are shown, the worker keeps the changes over all periods up to date. */
function useEveryChange(): void {
  useEffect(() => {
    void everyChangeWanted.setValue(true);
    return () => void everyChangeWanted.setValue(false);
  }, []);
}

interface RowColumnsProps extends Pick<PriceRowInput, 'id' | 'requiredTrust' | 'minuteSeconds'> {
  row: PriceRowState;
}

/** A row's columns in a wide window, after its price; those that do not fit are hidden. */
export function RowColumns(props: RowColumnsProps) {
  const { price, conf, expo, publishTime } = props.row.figure?.price ?? {};
  const confidence = price === undefined ? null : toDecimal(conf ?? '', expo ?? 0);
  const { periods, extra } = useColumnPeriods();
  return (
    <>
      {periods.map((period) => (
        <span key={period} className={period === extra ? styles.extra : styles.cell}>
          <ChangeCell period={period} {...props} />
        </span>
      ))}
      <span className={styles.confidence} dir="ltr">
        {confidence && formatConfidence(confidence)}
      </span>
      <span className={styles.age}>
        {publishTime !== undefined && <Age publishTime={publishTime} />}
      </span>
      <MarketCell {...props.row} />
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
  const span = {
    text,
    period,
    nowSeconds: minuteSeconds,
    requiredTrust,
    attributes: row.attributes,
  };
  return (
    <RowChange
      change={changeSince(row.price, span)}
      period={period}
      attributes={row.attributes}
      isRefused={row.isRefused}
      isPainted
    />
  );
}

function MarketCell({ schedule, condition }: Pick<PriceRowState, 'schedule' | 'condition'>) {
  const isOpen = useCorrectedClock((nowMs) => isMarketOpen(schedule, nowMs));
  const opening = useCorrectedClock((nowMs) => openingText(schedule, nowMs));
  const state = condition === 'after-hours' ? 'afterHours' : marketState(schedule, isOpen);
  const hint =
    state === 'closed' && opening !== null
      ? t('marketHours.closedUntil', { time: opening })
      : undefined;
  return (
    <span className={styles.market} title={hint}>
      {t(`marketHours.${state}`)}
    </span>
  );
}

function marketState(schedule: AnySchedule, isOpen: boolean) {
  if (isMalformed(schedule)) return 'unknown';
  if (schedule.alwaysOpen) return 'alwaysOpen';
  return isOpen ? 'open' : 'closed';
}
