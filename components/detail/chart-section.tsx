import { useMemo, useState } from 'react';
import { PERIOD_SECONDS } from '@/lib/history/time-grid.ts';
import type { Sample } from '@/lib/history/sample.ts';
import { t } from '@/lib/locale/t.ts';
import type { ChangePeriod } from '@/lib/storage/view.ts';
import { useClock } from '../hooks/clock.ts';
import { useRequiredTrust } from '../hooks/use-required-trust.ts';
import { nearestFilled, slotOf, toChartGrid, type ChartGrid } from './chart-grid.ts';
import { ChartLegend, ChartReadout, MadeWith } from './chart-readout.tsx';
import { TableIcon } from '../shared/later-icons.tsx';
import { PriceAtTimePanel } from './price-at-time-panel.tsx';
import { periodLabel, PERIODS } from './periods.ts';
import { PickedLevel } from './picked-level.tsx';
import { PriceChart, type Pick } from './price-chart.tsx';
import { SampleTable } from './sample-table.tsx';
import { minuteText } from './time-text.ts';
import { usePanel } from './use-panel.ts';
import { classNames, IconButton } from '../shared/button.tsx';
import readoutStyles from './chart-readout.module.css';
import styles from './chart-section.module.css';

interface ChartSectionProps {
  id: string;
  /** `undefined`: not read yet. */
  samples: readonly Sample[] | undefined;
  period: ChangePeriod;
  onPeriod: (period: ChangePeriod) => void;
}

// The chart's right end advances in steps of about one slot, even when no price arrives.
const STEPS_PER_PERIOD = 240;
const NO_SAMPLES: [] = [];

/** Price history over a period, as a chart or a table, and the price at any time. */
export function ChartSection({ id, samples, period, onPeriod }: ChartSectionProps) {
  const timePanel = usePanel();
  const [isTable, setTable] = useState(false);
  const requiredTrust = useRequiredTrust();
  const drawn = useMemo(() => usableSamples(samples, requiredTrust), [samples, requiredTrust]);
  const grid = useGrid(drawn, period);
  const hiddenCount = (samples?.length ?? 0) - (drawn?.length ?? 0);

  return (
    <section aria-label={t('chart.history')}>
      <div className={styles.bar}>
        <div className={styles.periods} role="group" aria-label={t('chart.period')}>
          {PERIODS.map((each) => (
            <button
              key={each}
              type="button"
              className={styles.choice}
              aria-pressed={each === period}
              title={t(`chart.last.${each}`)}
              onClick={() => onPeriod(each)}
            >
              {periodLabel(each)}
            </button>
          ))}
        </div>
        <IconButton
          label={t('chart.tableButton')}
          aria-pressed={isTable}
          onClick={() => setTable(!isTable)}
        >
          <TableIcon />
        </IconButton>
        <button {...timePanel.buttonProps} className={styles.choice}>
          {t('priceAtTime.openButton')}
        </button>
      </div>
      {timePanel.isOpen && (
        <PriceAtTimePanel id={id} panelId={timePanel.id} onClose={timePanel.close} />
      )}
      {isTable ? (
        <SampleTable grid={grid} period={period} />
      ) : (
        <Chart
          id={id}
          period={period}
          grid={grid}
          isRead={samples !== undefined}
          hiddenCount={hiddenCount}
        />
      )}
    </section>
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

function useGrid(samples: readonly Sample[] | undefined, period: ChangePeriod): ChartGrid {
  const step = PERIOD_SECONDS[period] / STEPS_PER_PERIOD;
  const nowSeconds = useClock((nowMs) => Math.floor(nowMs / 1_000 / step) * step);
  const until = Math.max(nowSeconds, samples?.at(-1)?.time ?? 0);
  return useMemo(
    () => toChartGrid(samples ?? NO_SAMPLES, until - PERIOD_SECONDS[period], until),
    [samples, until, period],
  );
}

interface ChartProps {
  id: string;
  period: ChangePeriod;
  grid: ChartGrid;
  isRead: boolean;
  /** How many samples are left out because they are not verified. */
  hiddenCount: number;
}

function Chart({ id, period, grid, isRead, hiddenCount }: ChartProps) {
  // A time, not a slot index: the slots shift as time passes.
  const [cursorAt, setCursorAt] = useState<number | null>(null);
  const [pick, setPick] = useState<{ pick: Pick; byKey: boolean } | null>(null);
  const slot = cursorAt === null ? null : slotOf(grid, cursorAt);
  const cursor = slot === null ? null : nearestFilled(grid, slot);
  const onCursor = (index: number | null): void =>
    setCursorAt(index === null ? null : (grid.slots[index]?.time ?? null));

  if (grid.count < 2) return <TooFew grid={grid} isRead={isRead} hiddenCount={hiddenCount} />;
  return (
    <>
      {/* The data-picture attribute marks what an exported picture contains. */}
      <div data-picture="chart">
        <div className={styles.place}>
          <PriceChart
            grid={grid}
            label={t(`chart.label.${period}`)}
            cursor={cursor}
            onCursor={onCursor}
            onPick={(level, byKey) => setPick({ pick: level, byKey })}
          />
          <Unfilled grid={grid} />
          {pick && (
            <PickedLevel key={pick.pick.level} id={id} {...pick} onGone={() => setPick(null)} />
          )}
        </div>
        <div className={readoutStyles.foot}>
          {cursor === null ? (
            <ChartLegend grid={grid} />
          ) : (
            <ChartReadout sample={grid.slots[cursor] ?? null} />
          )}
          <MadeWith />
        </div>
      </div>
    </>
  );
}

// A shorter stretch has no space for words.
const MIN_UNFILLED = 0.3;
// The price axis at the right takes about this share of the width.
const PLOT_SHARE = 0.84;

/** Marks the time before the first price. */
function Unfilled({ grid: { slots } }: { grid: ChartGrid }) {
  const index = slots.findIndex((slot) => slot !== null);
  const first = slots[index];
  const share = index / slots.length;
  if (!first || share < MIN_UNFILLED) return null;
  return (
    <div
      className={styles.unfilled}
      data-part="unfilled"
      style={{ width: `${(share * PLOT_SHARE * 100).toFixed(1)}%` }}
    >
      {t('chart.collectingSince', { time: minuteText(first.time) })}
    </div>
  );
}

function TooFew({ grid: { count }, isRead, hiddenCount }: Omit<ChartProps, 'id' | 'period'>) {
  return (
    <div
      className={classNames(styles.place, styles.collecting)}
      role="status"
      aria-label={t('chart.title')}
    >
      {isRead ? (
        <p>
          <b>{t('chart.collecting')}</b>
          <br />
          {count === 0 ? t('chart.nonePoints') : t('chart.onePoint')} {t('chart.collectingHint')}
          {hiddenCount > 0 && ` ${t('chart.unverifiedHidden')}`}
        </p>
      ) : (
        <p>
          <b>{t('chart.loading')}</b>
        </p>
      )}
    </div>
  );
}
