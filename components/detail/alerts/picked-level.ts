import type { MouseEvent } from 'react';
import { valueAt, type ChartLayout } from '../chart/chart-layout.ts';
import { gridLines, gridStep, levelAt, type ChartScale } from '../chart/chart-scale.ts';

/** Between two lines of the grid, a dragged level stops this often. */
const STOPS = 10;

interface Place {
  layout: ChartLayout;
  scale: ChartScale;
}

/**
 * The level at a distance from the chart's top, a plain decimal: at a round number or, if free, at
 * the exact position.
 */
export function pickedLevel(y: number, { layout, scale }: Place, isFree: boolean): string | null {
  const value = valueAt(layout, Math.min(layout.height, Math.max(0, y)));
  const range = { low: layout.bottom, high: layout.top };
  const step = isFree
    ? 10 ** (scale.levelPlace - scale.power)
    : gridStep(range, gridLines(layout.height)) / STOPS;
  return levelAt(value, step, scale);
}

/** Passes on the level where the pointer is; with the Alt key, it is free. */
export function pullAtPointer(
  { clientY, currentTarget, altKey }: MouseEvent<HTMLElement>,
  { onPull, ...place }: Place & { onPull: (level: string, isDragged?: boolean) => void },
  isDragged = false,
): void {
  const y = clientY - currentTarget.getBoundingClientRect().top;
  const level = pickedLevel(y, place, altKey);
  if (level !== null) onPull(level, isDragged);
}
