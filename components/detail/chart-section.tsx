import { useMemo, useState } from 'react';
import { PERIOD_SECONDS } from '@/lib/history/time-grid.ts';
import type { Sample } from '@/lib/history/sample.ts';
import type { ChangePeriod } from '@/lib/storage/view.ts';
import { useClock } from '../hooks/clock.ts';
import { useRequiredTrust } from '../hooks/use-required-trust.ts';
import { nearestFilled, slotOf, toChartGrid, type ChartGrid } from './chart-grid.ts';
import { ChartLegend, ChartReadout, MadeWith } from './chart-readout.tsx';
import { TableIcon } from './detail-icons.tsx';
import { MomentPanel } from './moment-panel.tsx';
import { PERIOD_WORDS } from '../shared/period-words.ts';
import { PERIODS } from './periods.ts';
import { PickedLevel } from './picked-level.tsx';
import { PriceChart, type Pick } from './price-chart.tsx';
import { SampleTable } from './sample-table.tsx';
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
  const momentPanel = usePanel();
  const [isTable, setTable] = useState(false);
  const requiredTrust = useRequiredTrust();
  const drawn = useMemo(() => usableSamples(samples, requiredTrust), [samples, requiredTrust]);
  const grid = useGrid(drawn, period);
  const hiddenCount = (samples?.length ?? 0) - (drawn?.length ?? 0);

  return (
    <section aria-label="History">
      <div className={styles.bar}>
        <div className={styles.periods} role="group" aria-label="Period">
          {PERIODS.map((each) => (
            <button
              key={each}
              type="button"
              className={styles.choice}
              aria-pressed={each === period}
              title={PERIOD_WORDS[each]}
              onClick={() => onPeriod(each)}
            >
              {each.toUpperCase()}
            </button>
          ))}
        </div>
        <IconButton label="Show as table" aria-pressed={isTable} onClick={() => setTable(!isTable)}>
          <TableIcon />
        </IconButton>
        <button {...momentPanel.buttonProps} className={styles.choice}>
          Price at a moment…
        </button>
      </div>
      {momentPanel.isOpen && (
        <MomentPanel id={id} panelId={momentPanel.id} onClose={momentPanel.close} />
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
function usableSamples(
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
            label={`Price over ${PERIOD_WORDS[period]}`}
            cursor={cursor}
            onCursor={onCursor}
            onPick={(level, byKey) => setPick({ pick: level, byKey })}
          />
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

function TooFew({ grid: { count }, isRead, hiddenCount }: Omit<ChartProps, 'id' | 'period'>) {
  return (
    <div className={classNames(styles.place, styles.collecting)} role="status" aria-label="Chart">
      {isRead ? (
        <p>
          <b>Collecting prices…</b>
          <br />
          {count === 0 ? 'None so far.' : 'One point so far.'} Each price that arrives is kept, and
          past ones are asked for bit by bit.
          {hiddenCount > 0 && ' Unverified prices are left out.'}
        </p>
      ) : (
        <p>
          <b>Reading the prices kept so far…</b>
        </p>
      )}
    </div>
  );
}
