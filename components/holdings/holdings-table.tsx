import { useState, type ReactNode } from 'react';
import { t } from '@/lib/base/locale/t.ts';
import { HoldingRow } from './holding-row.tsx';
import { sortHoldings, type HoldingOrder } from './sort-holdings.ts';
import { useFeedNames } from '../shared/hooks/use-feed-names.ts';
import type { ShownValuation } from './use-valuation.ts';
import styles from './holdings-table.module.css';

/** In a narrow window, each row has two lines. */
export function HoldingsTable({ worth }: { worth: ShownValuation }) {
  const [order, setOrder] = useState<HoldingOrder>('value');
  const nameOf = useFeedNames();
  const head = (own: HoldingOrder, words: ReactNode) => (
    <th
      scope="col"
      aria-sort={own !== order ? undefined : own === 'name' ? 'ascending' : 'descending'}
    >
      <button type="button" onClick={() => setOrder(own)}>
        {words}
      </button>
    </th>
  );
  return (
    <table className={styles.table} aria-label={t('holdings.title')}>
      <thead>
        <tr>
          {head('name', t('popup.view.name'))}
          <th scope="col" className={styles.quantityHead}>
            {t('holdings.quantity')}
          </th>
          <th scope="col" className={styles.wide}>
            {t('detail.price')}
          </th>
          {head('value', t('popup.view.value'))}
          {head('gain', t('popup.view.gain'))}
          {head('share', t('holdings.share'))}
        </tr>
      </thead>
      <tbody>
        {sortHoldings(worth.valuation, order, nameOf).map((holding) => (
          <HoldingRow
            key={holding.feedId}
            holding={holding}
            currency={worth.currency}
            nameOf={nameOf}
          />
        ))}
      </tbody>
    </table>
  );
}
