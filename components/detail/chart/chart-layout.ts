import type { ValueRange } from './chart-scale.ts';

/** Where a drawn chart shows what, in pixels from its left and top edges. */
export interface ChartLayout {
  /** Size of the plot, without the axes. */
  readonly width: number;
  readonly height: number;
  /** The values at the top and the bottom edge of that area, in units of the chart's scale. */
  readonly top: number;
  readonly bottom: number;
  /** Center of the first slot, and the distance from one slot to the next. */
  readonly firstX: number;
  readonly slotWidth: number;
}

/** The slots at the left and the right edge of a chart; they need not be whole. */
export interface ChartView {
  readonly from: number;
  readonly to: number;
}

/** In pixels: above the highest and below the lowest price, and the height of the time axis. */
const ABOVE = 20;
const BELOW = 12;
export const TIME_AXIS = 28;
/** Width of the prices beside a chart, if they are short. */
export const AXIS = 64;
/** The same in a wide window. */
export const WIDE_AXIS = 92;
/** A chart at least this wide is in a wide window. */
export const WIDE = 600;

/** Average width of a tag's characters, and the space around them in an axis of the usual width. */
const LETTER = 7.3;
const AROUND_TAG = 20;

/**
 * The width of the prices beside a chart, so that no tag covers the line.
 *
 * @param usual width if all tags are short
 */
export function axisWidth(width: number, usual: number, tags: readonly string[]): number {
  const longest = Math.max(0, ...tags.map(({ length }) => length));
  return Math.min(width / 2, usual + Math.max(0, AROUND_TAG - AXIS + LETTER * longest));
}

/** @param size of the whole chart; `axis` is the width of the prices beside it */
export function layOut(
  { width, height, axis }: { width: number; height: number; axis: number },
  view: ChartView,
  range: ValueRange,
): ChartLayout {
  const area = { width: Math.max(1, width - axis), height: Math.max(1, height - TIME_AXIS) };
  const unit = (range.high - range.low) / Math.max(1, area.height - ABOVE - BELOW);
  const slotWidth = area.width / Math.max(1, view.to - view.from);
  return {
    ...area,
    top: range.high + ABOVE * unit,
    bottom: range.low - BELOW * unit,
    firstX: -view.from * slotWidth,
    slotWidth,
  };
}

/** The vertical position of a value; outside of the area if the value is out of its range. */
export function yOf({ top, bottom, height }: ChartLayout, value: number): number {
  return ((top - value) / (top - bottom)) * height;
}

export function valueAt({ top, bottom, height }: ChartLayout, y: number): number {
  return top - (y / height) * (top - bottom);
}

export function xOf({ firstX, slotWidth }: ChartLayout, slot: number): number {
  return firstX + slot * slotWidth;
}

/** The slot at a horizontal position; outside of the grid if the position is. */
export function slotAt({ firstX, slotWidth }: ChartLayout, x: number): number {
  return Math.round((x - firstX) / slotWidth);
}

/**
 * Moves labels apart as little as needed, so that none covers another and all are within a length,
 * as long as there is room for all.
 *
 * @param centers where the labels belong, in pixels
 * @param size height of a label
 * @param length that the labels must fit in
 * @returns the center of each label, in the order of `centers`
 */
export function spreadLabels(
  centers: readonly number[],
  size: number,
  length: number,
): readonly number[] {
  const order = [...centers.keys()].toSorted((a, b) => (centers[a] ?? 0) - (centers[b] ?? 0));
  const placed = [...centers];
  let edge = 0;
  for (const index of order) {
    placed[index] = Math.max(placed[index] ?? 0, edge + size / 2);
    edge = (placed[index] ?? 0) + size / 2;
  }
  edge = length;
  for (const index of order.toReversed()) {
    placed[index] = Math.min(placed[index] ?? 0, edge - size / 2);
    edge = (placed[index] ?? 0) - size / 2;
  }
  return placed;
}
