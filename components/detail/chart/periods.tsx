import { CANDLE_PERIODS, type CandlePeriod } from '@/lib/domain/history/periods.ts';
import { t } from '@/lib/base/locale/t.ts';
import styles from './periods.module.css';

interface PeriodsProps {
  period: CandlePeriod;
  /** Whether the chart still shows the previous period. */
  isLoading: boolean;
  onPeriod: (period: CandlePeriod) => void;
}

export function Periods({ period, isLoading, onPeriod }: PeriodsProps) {
  return (
    <div className={styles.periods} role="group" aria-label={t('chart.period')}>
      {CANDLE_PERIODS.map((each) => (
        <button
          key={each}
          type="button"
          aria-pressed={each === period}
          data-loading={(isLoading && each === period) || undefined}
          title={t(`period.${each}`)}
          onClick={() => onPeriod(each)}
        >
          {t(`row.period.${each}`)}
        </button>
      ))}
    </div>
  );
}
