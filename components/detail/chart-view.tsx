import { useMemo, useState, type ReactNode } from 'react';
import type { CandlePeriod } from '@/lib/domain/history/periods.ts';
import { t } from '@/lib/base/locale/t.ts';
import { AlertLevels } from './alert-levels.tsx';
import { Collecting } from './chart-collecting.tsx';
import { nearestFilled, slotOf, type ChartGrid } from './chart-grid.ts';
import type { ChartLayout } from './chart-layout.ts';
import { ChartLegend, ChartReadout, MadeWith } from './chart-readout.tsx';
import { levelValue, toChartScale, type ChartScale } from './chart-scale.ts';
import { PickedLevel } from './picked-level.tsx';
import { PriceChart, type Pick } from './price-chart.tsx';
import { useAlertLevels, type AlertLevel } from './use-alert-levels.ts';
import readoutStyles from './chart-readout.module.css';
import styles from './chart-section.module.css';

interface ChartViewProps {
  id: string;
  period: CandlePeriod;
  /** With at least one price. */
  grid: ChartGrid;
  /** Whether candles are drawn as such, not as a line of their closes. */
  asCandles: boolean;
  /** Says where the candles are from. */
  children: ReactNode;
}

/** The chart with what lies over it, and the values of the marked sample. */
export function ChartView({ id, period, grid, asCandles, children }: ChartViewProps) {
  // A time, not a slot index: the slots shift as time passes.
  const [cursorAt, setCursorAt] = useState<number | null>(null);
  const [pick, setPick] = useState<Pick | null>(null);
  const [layout, setLayout] = useState<ChartLayout | null>(null);
  const { levels, price } = useAlertLevels(id);
  const scale = useMemo(() => toChartScale(grid, asCandles), [grid, asCandles]);
  const fixedValues = useFixedValues(levels, scale);
  const slot = cursorAt === null ? null : slotOf(grid, cursorAt);
  const cursor = slot === null ? null : nearestFilled(grid, slot);
  const onCursor = (index: number | null): void =>
    setCursorAt(index === null ? null : (grid.slots[index]?.time ?? null));

  return (
    // The data-picture attribute marks what an exported picture contains.
    <div data-picture="chart">
      <div className={styles.place}>
        <PriceChart
          grid={grid}
          scale={scale}
          levels={fixedValues}
          label={t(`chart.label.${period}`)}
          cursor={cursor}
          onLayout={setLayout}
          onCursor={onCursor}
          onPick={setPick}
        />
        {layout && (
          <>
            <Collecting grid={grid} layout={layout} />
            <AlertLevels
              levels={levels}
              price={price}
              scale={scale}
              layout={layout}
              onPoint={(index) => onCursor(index === null ? null : nearestFilled(grid, index))}
            />
          </>
        )}
        {pick && <PickedLevel key={pick.level} id={id} pick={pick} onGone={() => setPick(null)} />}
      </div>
      <div className={readoutStyles.foot}>
        {cursor === null ? (
          <ChartLegend grid={grid}>{children}</ChartLegend>
        ) : (
          <ChartReadout sample={grid.slots[cursor] ?? null} grid={grid} />
        )}
        <MadeWith />
      </div>
    </div>
  );
}

/** The values of the levels that stay where they are, the same array until one changes. */
function useFixedValues(levels: readonly AlertLevel[], scale: ChartScale): readonly number[] {
  const movable = levels.filter(({ isMovable }) => isMovable).map(({ level }) => level);
  const list = movable.join();
  return useMemo(
    () =>
      list.split(',').flatMap((level) => {
        const value = levelValue(level, scale);
        return value === null ? [] : [value];
      }),
    [list, scale],
  );
}
