import type { IChartApi, ISeriesApi, Logical } from 'lightweight-charts';
import type { ChartLayout } from './chart-layout.ts';

/** The layout that a chart was drawn with; `null` while it has no size or shows nothing. */
export function layoutOf(
  chart: IChartApi,
  series: Pick<ISeriesApi<'Custom'>, 'coordinateToPrice'>,
  slotCount: number,
): ChartLayout | null {
  const { width, height } = chart.paneSize();
  const [top, bottom] = [series.coordinateToPrice(0), series.coordinateToPrice(height)];
  const [firstX, lastX] = [xOfSlot(chart, 0), xOfSlot(chart, slotCount - 1)];
  if (top === null || bottom === null || firstX === null || lastX === null) return null;
  if (height === 0 || top === bottom || slotCount < 2) return null;
  return { width, height, top, bottom, firstX, slotWidth: (lastX - firstX) / (slotCount - 1) };
}

/** Center of a slot. */
export function xOfSlot(chart: IChartApi, slot: number): number | null {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the library's branded number
  return chart.timeScale().logicalToCoordinate(slot as Logical);
}
