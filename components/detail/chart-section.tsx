import { useMemo, useState } from 'react';
import { CHART_PERIODS, type ChartPeriod } from '@/lib/domain/history/periods.ts';
import { PERIOD_SECONDS } from '@/lib/domain/history/time-grid.ts';
import type { Sample } from '@/lib/domain/history/sample.ts';
import { t } from '@/lib/base/locale/t.ts';
import { useClock } from '../shared/hooks/clock.ts';
import { NoSamples } from './chart-collecting.tsx';
import { toChartGrid, type ChartGrid } from './chart-grid.ts';
import { ChartView } from './chart-view.tsx';
import { ClockIcon, TableIcon } from '../shared/later-icons.tsx';
import { PriceAtTimePanel } from './price-at-time-panel.tsx';
import { SampleTable } from './sample-table.tsx';
import { usePanel } from './use-panel.ts';
import { classNames, IconButton } from '../shared/button.tsx';
import { ScrollStrip } from '../shared/scroll-strip.tsx';
import readoutStyles from './chart-readout.module.css';
import styles from './chart-section.module.css';

interface ChartSectionProps {
  id: string;
  /** Those that count; `undefined`: not read yet. */
  samples: readonly Sample[] | undefined;
  /** Whether others are left out because they are not verified. */
  hasHidden: boolean;
  period: ChartPeriod;
  onPeriod: (period: ChartPeriod) => void;
  /** Adds the feed to the watchlist; `null`: it is on it. */
  onFollow: (() => Promise<void>) | null;
}

// The chart's right end advances in steps of about one slot, even when no price arrives.
const STEPS_PER_PERIOD = 240;
const NO_SAMPLES: [] = [];

/** Price history over a period, as a chart or a table, and the price at any time. */
export function ChartSection(props: ChartSectionProps) {
  const { id, samples, hasHidden, period, onPeriod, onFollow } = props;
  const timePanel = usePanel();
  const [isTable, setTable] = useState(false);
  const grid = useGrid(samples, period);

  return (
    <section aria-label={t('chart.history')}>
      <div className={styles.bar}>
        <Periods period={period} onPeriod={onPeriod} />
        <IconButton
          label={t('chart.tableButton')}
          aria-pressed={isTable}
          onClick={() => setTable(!isTable)}
        >
          <TableIcon />
        </IconButton>
        <button
          {...timePanel.buttonProps}
          className={classNames(styles.choice, styles.time)}
          title={t('priceAtTime.openButton')}
        >
          <ClockIcon />
          <span>{t('priceAtTime.openButton')}</span>
        </button>
      </div>
      {timePanel.isOpen && (
        <PriceAtTimePanel id={id} panelId={timePanel.id} onClose={timePanel.close} />
      )}
      {isTable && <SampleTable grid={grid} period={period} />}
      {!isTable && grid.count > 0 && <ChartView id={id} period={period} grid={grid} />}
      {!isTable && grid.count === 0 && (
        <>
          <NoSamples isRead={samples !== undefined} hasHidden={hasHidden} onFollow={onFollow} />
          {samples === undefined && <div className={readoutStyles.foot} />}
        </>
      )}
    </section>
  );
}

function Periods({ period, onPeriod }: Pick<ChartSectionProps, 'period' | 'onPeriod'>) {
  return (
    <ScrollStrip className={styles.strip}>
      <div className={styles.periods} role="group" aria-label={t('chart.period')}>
        {CHART_PERIODS.map((each) => (
          <button
            key={each}
            type="button"
            className={styles.choice}
            aria-pressed={each === period}
            title={t(`chart.last.${each}`)}
            onClick={() => onPeriod(each)}
          >
            {t(`row.period.${each}`)}
          </button>
        ))}
      </div>
    </ScrollStrip>
  );
}

/** Where verification is required, a price that is not verified is a gap in the chart. */
export function usableSamples(
  samples: readonly Sample[] | undefined,
  requiredTrust: string | null,
): readonly Sample[] | undefined {
  if (requiredTrust === null) return samples;
  return samples?.filter(({ trust }) => trust === requiredTrust);
}

function useGrid(samples: readonly Sample[] | undefined, period: ChartPeriod): ChartGrid {
  const step = PERIOD_SECONDS[period] / STEPS_PER_PERIOD;
  const nowSeconds = useClock((nowMs) => Math.floor(nowMs / 1_000 / step) * step);
  const until = Math.max(nowSeconds, samples?.at(-1)?.time ?? 0);
  return useMemo(
    () => toChartGrid(samples ?? NO_SAMPLES, until - PERIOD_SECONDS[period], until),
    [samples, until, period],
  );
}
