import { t } from '@/lib/locale/t.ts';
import { listView, type ChangePeriod } from '@/lib/storage/view.ts';
import { useChangePeriod } from '../hooks/use-change-period.ts';
import styles from './period-switch.module.css';

const PERIODS = ['1h', '24h', '7d'] as const satisfies readonly ChangePeriod[];

/** Chooses the period for price changes. */
export function PeriodSwitch() {
  const shown = useChangePeriod();
  return (
    <fieldset className={styles.periods} aria-label={t('popup.periodLabel')}>
      {PERIODS.map((period) => (
        <label key={period} title={t(`row.changeOver.${period}`)}>
          <input
            type="radio"
            name="change-period"
            aria-label={t(`row.changeOver.${period}`)}
            checked={period === shown}
            onChange={() => choose(period)}
          />
          {t(`row.period.${period}`)}
        </label>
      ))}
    </fieldset>
  );
}

function choose(changePeriod: ChangePeriod): void {
  void listView.update((view) => ({ ...view, changePeriod }));
}
