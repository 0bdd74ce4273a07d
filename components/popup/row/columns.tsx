import { useEffect, type ReactNode } from 'react';
import { changeSince } from '@/lib/domain/history/change.ts';
import { isRolling, type ChangePeriod } from '@/lib/domain/history/periods.ts';
import { t } from '@/lib/base/locale/t.ts';
import type { ListView } from '@/lib/domain/watchlist/view.ts';
import { everyChangeWanted, references } from '@/lib/storage/values/history.ts';
import { listView } from '@/lib/storage/values/view.ts';
import { useChangePeriod } from '../../shared/hooks/use-change-period.ts';
import { useShownConversion } from '../../shared/hooks/use-conversion.ts';
import { useStored, useStoredPart } from '../../shared/hooks/use-stored.ts';
import { RowChange } from './row-change.tsx';
import type { PriceRowInput, PriceRowState } from './use-price-row.ts';
import styles from './columns.module.css';

/** The column headings; most of them sort the list. */
export function ColumnHeads() {
  useEveryChange();
  return (
    <div className={styles.heads} role="group" aria-label={t('popup.view.sort')}>
      <Head order={{ sort: 'name' }}>{t('popup.view.name')}</Head>
      <span />
      <span>{t('detail.price')}</span>
      {useColumnPeriods().map((period) => (
        <Head
          key={period}
          order={{ sort: 'change', changePeriod: period }}
          hint={t(`period.${period}`)}
        >
          {t(`row.period.${period}`)}
        </Head>
      ))}
    </div>
  );
}

/** The chosen period and a longer one; for the longest period, a shorter one. */
function useColumnPeriods(): readonly ChangePeriod[] {
  const chosen = useChangePeriod();
  if (!isRolling(chosen)) return [chosen, '24h'];
  return chosen === '1h' ? ['1h', '24h'] : ['24h', '7d'];
}

interface HeadProps {
  /** The order that the heading selects; selecting it again restores the user's own order. */
  order: Pick<ListView, 'sort'> & Partial<ListView>;
  /** What the heading sorts by, if its text is not enough. */
  hint?: string;
  children: ReactNode;
}

function Head({ order, hint, children }: HeadProps) {
  const view = useStored(listView);
  const isOn =
    view?.sort === order.sort &&
    (order.changePeriod === undefined || view.changePeriod === order.changePeriod);
  const choose = (): void => {
    void listView.update((before) => ({ ...before, ...order, ...(isOn && { sort: 'hand' }) }));
  };
  return (
    <button type="button" aria-pressed={isOn} title={hint} onClick={choose}>
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
  changeAs: ListView['changeAs'];
}

/** The columns after a row's price in a wide window. */
export function RowColumns(props: RowColumnsProps) {
  return useColumnPeriods().map((period) => (
    <span key={period} className={styles.cell}>
      <ChangeCell period={period} {...props} />
    </span>
  ));
}

interface ChangeCellProps extends RowColumnsProps {
  period: ChangePeriod;
}

function ChangeCell({ id, row, changeAs, period, requiredTrust, minuteSeconds }: ChangeCellProps) {
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
      price={row.price}
      changeAs={changeAs}
      period={period}
      attributes={row.attributes}
      isRefused={row.isUnproven}
      isPainted
    />
  );
}
