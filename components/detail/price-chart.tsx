import { useEffect, useEffectEvent, useRef, useState, type KeyboardEvent } from 'react';
import { t } from '@/lib/base/locale/t.ts';
import { readChartColors, watchTheme } from './chart-colors.ts';
import { nearestFilled, slotAfterKey, type ChartGrid } from './chart-grid.ts';
import type { ChartLayout } from './chart-layout.ts';
import type { ChartScale } from './chart-scale.ts';
import type { DrawnChart } from './draw-chart.ts';
import { sampleText } from './sample-text.ts';
import styles from './chart-section.module.css';

/** How many times as much of a chart of candles each key shows; 0: the period. */
const ZOOM_KEYS: Readonly<Record<string, number>> = { '+': 0.5, '-': 2, '0': 0 };

/** A price level that the user picked on the chart. */
export interface Pick {
  /** Exact decimal. */
  level: string;
  /** Pixels from the chart's left and top edges. */
  at: { x: number; y: number };
  /** Whether the keyboard was used. */
  byKey: boolean;
}

interface PriceChartProps {
  grid: ChartGrid;
  scale: ChartScale;
  /** Levels to include in the range if they are near the prices, in units of the scale. */
  levels: readonly number[];
  /** Accessible name, such as `Price over the last 24 hours`. */
  label: string;
  /** Index of the marked slot. */
  cursor: number | null;
  /** The chart was drawn, and not as before. */
  onLayout: (layout: ChartLayout) => void;
  onCursor: (index: number | null) => void;
  onPick: (pick: Pick) => void;
}

/**
 * The chart. To assistive technology it is a slider over its samples that announces the values of
 * the marked sample. Arrow keys move from sample to sample; Enter picks the sample's price. A chart of
 * candles is zoomed with plus and minus, and shows its period again with 0.
 */
export function PriceChart(props: PriceChartProps) {
  const { grid, scale, levels, label, cursor, onLayout, onCursor, onPick } = props;
  const container = useRef<HTMLDivElement>(null);
  const chart = useChart(container, {
    onLayout,
    onPoint: (index) => onCursor(index === null ? null : nearestFilled(grid, index)),
    onPick: (level, at) => onPick({ level, at, byKey: false }),
  });

  useEffect(() => chart?.show(grid, scale, levels), [chart, grid, scale, levels]);
  // With the pointer, the library already shows a crosshair at the pointer's position.
  const byKey = useRef(false);
  useEffect(() => chart?.mark(cursor, byKey.current), [chart, cursor]);

  const marked = cursor === null ? null : grid.slots[cursor];
  const last = grid.slots.length - 1;
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' && marked) {
      event.preventDefault();
      onPick({ level: sampleText(marked, grid).level, at: { x: 0, y: 0 }, byKey: true });
      return;
    }
    const factor = grid.hasCandles ? ZOOM_KEYS[event.key] : undefined;
    if (factor !== undefined) {
      event.preventDefault();
      chart?.zoom(factor);
      return;
    }
    const next = slotAfterKey(grid, cursor, event.key);
    if (next === null) return;
    event.preventDefault();
    byKey.current = true;
    onCursor(next);
  };

  return (
    <div
      className={styles.chart}
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={last}
      aria-valuenow={cursor ?? last}
      aria-valuetext={sampleWords(grid, marked)}
      onKeyDown={onKeyDown}
      onPointerMove={() => {
        byKey.current = false;
      }}
      onBlur={() => onCursor(null)}
    >
      <div ref={container} aria-hidden="true" />
    </div>
  );
}

function sampleWords(grid: ChartGrid, marked: ChartGrid['slots'][number] | undefined): string {
  const sample = marked ?? grid.slots.findLast((slot) => slot !== null);
  if (!sample) return t('chart.noPrices');
  const { time, price, confidence, ema } = sampleText(sample, grid);
  if (confidence === null || ema === null) return t('chart.candleText', { time, price });
  return t('chart.valueText', { time, price, confidence, ema });
}

interface Events {
  onLayout: (layout: ChartLayout) => void;
  onPoint: (index: number | null) => void;
  onPick: (level: string, at: { x: number; y: number }) => void;
}

/** The chart drawn in a container; `null` until the charting library is loaded. */
function useChart(
  container: { readonly current: HTMLElement | null },
  events: Events,
): DrawnChart | null {
  const [chart, setChart] = useState<DrawnChart | null>(null);
  const onLayout = useEffectEvent(events.onLayout);
  const onPoint = useEffectEvent(events.onPoint);
  const onPick = useEffectEvent(events.onPick);

  useEffect(() => {
    const element = container.current;
    if (!element) return undefined;
    let isMounted = true;
    let drawn: DrawnChart | undefined;
    const stopWatching = watchTheme(() => drawn?.recolor(readChartColors(element)));
    void import('./draw-chart.ts').then(({ drawChart }) => {
      if (!isMounted) return;
      drawn = drawChart(element, readChartColors(element), {
        onLayout: (layout) => onLayout(layout),
        onPoint: (index) => onPoint(index),
        onPick: (level, at) => onPick(level, at),
      });
      setChart(drawn);
    });
    return () => {
      isMounted = false;
      stopWatching();
      setChart(null);
      drawn?.remove();
    };
  }, [container]);

  return chart;
}
