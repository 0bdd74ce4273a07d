import { useMemo, useState } from 'react';
import { CANDLE_PERIODS, type CandlePeriod } from '@/lib/domain/history/periods.ts';
import { PERIOD_SECONDS } from '@/lib/domain/history/time-grid.ts';
import type { Sample } from '@/lib/domain/history/sample.ts';
import { t } from '@/lib/base/locale/t.ts';
import { areCandlesticksDrawn } from '@/lib/storage/values/candles.ts';
import { useStored } from '../shared/hooks/use-stored.ts';
import { useClock } from '../shared/hooks/clock.ts';
import { NoSamples } from './chart-collecting.tsx';
import { toChartGrid, type ChartGrid } from './chart-grid.ts';
import { CandleLegend, NoCandles } from './candle-note.tsx';
import { toCandleGrid } from './candle-grid.ts';
import type { ChartCandles } from './use-candles.ts';
import { samplePeriod } from './use-samples.ts';
import { ChartView } from './chart-view.tsx';
import { CandlesIcon, ClockIcon, TableIcon } from '../shared/later-icons.tsx';
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
  /** `null`: none are to be drawn. `undefined`: not read yet. */
  candles: ChartCandles | null | undefined;
  period: CandlePeriod;
  onPeriod: (period: CandlePeriod) => void;
  /** Adds the feed to the watchlist; `null`: it is on it. */
  onFollow: (() => Promise<void>) | null;
}

// The chart's right end advances in steps of about one slot, even when no price arrives.
const STEPS_PER_PERIOD = 240;
const NO_SAMPLES: [] = [];

/** Price history over a period, as a chart or a table, and the price at any time. */
export function ChartSection(props: ChartSectionProps) {
  const { id, samples, hasHidden, candles, period, onPeriod, onFollow } = props;
  const timePanel = usePanel();
  const [isTable, setTable] = useState(false);
  const asCandles = useStored(areCandlesticksDrawn) ?? false;
  const grid = useGrid(samples, candles, period);
  const isRead = samples !== undefined && candles !== undefined;

  return (
    <section aria-label={t('chart.history')}>
      <div className={styles.bar}>
        <Periods period={period} onPeriod={onPeriod} hasCandles={grid.hasCandles} />
        {grid.hasCandles && (
          <IconButton
            label={t('chart.candlesticksButton')}
            aria-pressed={asCandles}
            onClick={() => void areCandlesticksDrawn.setValue(!asCandles)}
          >
            <CandlesIcon />
          </IconButton>
        )}
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
      {!isTable && grid.count > 0 && (
        <ChartView id={id} period={period} grid={grid} asCandles={asCandles}>
          {candles && <CandleLegend grid={grid} candles={candles} />}
        </ChartView>
      )}
      {!isTable && grid.count === 0 && (
        <>
          <NoSamples isRead={isRead} hasHidden={hasHidden} onFollow={onFollow} />
          {!isRead && <div className={readoutStyles.foot} />}
        </>
      )}
      {candles === null && <NoCandles id={id} />}
    </section>
  );
}

interface PeriodsProps extends Pick<ChartSectionProps, 'period' | 'onPeriod'> {
  hasCandles: boolean;
}

function Periods({ period, onPeriod, hasCandles }: PeriodsProps) {
  // Only candles reach back further than a year.
  const periods = CANDLE_PERIODS.filter((each) => each !== 'all' || hasCandles || period === 'all');
  return (
    <ScrollStrip className={styles.strip}>
      <div className={styles.periods} role="group" aria-label={t('chart.period')}>
        {periods.map((each) => (
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

function useGrid(
  samples: readonly Sample[] | undefined,
  candles: ChartCandles | null | undefined,
  period: CandlePeriod,
): ChartGrid {
  const length = PERIOD_SECONDS[samplePeriod(period)];
  const step = length / STEPS_PER_PERIOD;
  const nowSeconds = useClock((nowMs) => Math.floor(nowMs / 1_000 / step) * step);
  const until = Math.max(nowSeconds, lastTime(samples));
  return useMemo(
    () =>
      candles
        ? toCandleGrid(candles, samples ?? NO_SAMPLES, Math.max(candles.plan.to, lastTime(samples)))
        : toChartGrid(samples ?? NO_SAMPLES, until - length, until),
    [samples, candles, until, length],
  );
}

function lastTime(samples: readonly Sample[] | undefined): number {
  return samples?.at(-1)?.time ?? 0;
}
