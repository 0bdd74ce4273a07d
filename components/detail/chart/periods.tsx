import { CANDLE_PERIODS, type CandlePeriod } from '@/lib/domain/history/periods.ts';
import { t } from '@/lib/base/locale/t.ts';
import styles from './periods.module.css';

interface PeriodsProps {
  period: CandlePeriod;
  onPeriod: (period: CandlePeriod) => void;
  hasCandles: boolean;
}

export function Periods({ period, onPeriod, hasCandles }: PeriodsProps) {
  // Only candles reach back further than a year.
  const periods = CANDLE_PERIODS.filter((each) => each !== 'all' || hasCandles || period === 'all');
  return (
    <div className={styles.periods} role="group" aria-label={t('chart.period')}>
      {periods.map((each) => (
        <button
          key={each}
          type="button"
          aria-pressed={each === period}
          title={t(`period.${each}`)}
          onClick={() => onPeriod(each)}
        >
          {t(`row.period.${each}`)}
        </button>
      ))}
    </div>
  );
}
