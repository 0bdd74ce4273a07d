import { useEffect, type ReactNode } from 'react';
import { CHANGE_PERIODS } from '@/lib/domain/history/periods.ts';
import { t } from '@/lib/base/locale/t.ts';
import { everyChangeWanted } from '@/lib/storage/values/history.ts';
import { listView } from '@/lib/storage/values/view.ts';
import type { ListView } from '@/lib/domain/watchlist/view.ts';
import { useStored } from '../shared/hooks/use-stored.ts';
import styles from './columns.module.css';

/** Names of the list's columns; most of them sort the list. */
export function ColumnHeads() {
  useEveryChange();
  return (
    <div className={styles.heads} role="group" aria-label={t('popup.view.sort')}>
      <Head order={{ sort: 'name' }}>{t('popup.view.name')}</Head>
      <span />
      <span>{t('detail.price')}</span>
      {CHANGE_PERIODS.map((period) => (
        <Head
          key={period}
          order={{ sort: 'change', changePeriod: period }}
          hint={t(`row.changeOver.${period}`)}
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
      <span />
    </div>
  );
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
