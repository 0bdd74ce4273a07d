import { useEffect } from 'react';
import { changeSince } from '@/lib/domain/history/change.ts';
import type { ChangePeriod } from '@/lib/domain/history/periods.ts';
import { t } from '@/lib/base/locale/t.ts';
import type { ListView } from '@/lib/domain/watchlist/view.ts';
import { everyChangeWanted, references } from '@/lib/storage/values/history.ts';
import { listView } from '@/lib/storage/values/view.ts';
import { useChangePeriod } from '../../shared/hooks/use-change-period.ts';
import { useShownConversion } from '../../shared/hooks/use-conversion.ts';
import { useStored, useStoredPart } from '../../shared/hooks/use-stored.ts';
import { PeriodButton } from '../header/header.tsx';
import type { Overlays } from '../menus/use-overlays.ts';
import { RowChange } from './row-change.tsx';
import type { PriceRowInput, PriceRowState } from './use-price-row.ts';
import styles from './columns.module.css';

/** The column headings. The name sorts the list, or restores the user's own order. */
export function ColumnHeads({ onOverlay }: { onOverlay: Overlays['open'] }) {
  useEveryChange();
  const [, other] = useColumnPeriods();
  const isByName = useStored(listView)?.sort === 'name';
  const sortByName = (): void => {
    void listView.update((before) => ({ ...before, sort: isByName ? 'hand' : 'name' }));
  };
  return (
    <div className={styles.heads} role="group" aria-label={t('popup.view.sort')}>
      <button type="button" aria-pressed={isByName} onClick={sortByName}>
        {t('popup.view.name')}
      </button>
      <span />
      <span>{t('detail.price')}</span>
      <PeriodButton open={onOverlay} />
      <span title={t(`period.${other}`)}>{t(`row.period.${other}`)}</span>
    </div>
  );
}

/** The chosen period, and one to compare it with. */
function useColumnPeriods(): readonly [ChangePeriod, ChangePeriod] {
  const chosen = useChangePeriod();
  return [chosen, chosen === '24h' ? '7d' : '24h'];
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
