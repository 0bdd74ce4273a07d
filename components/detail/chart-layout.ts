/** Where a drawn chart shows what, in pixels from its left and top edges. */
export interface ChartLayout {
  /** Size of the area that the prices are drawn in, without the axes. */
  readonly width: number;
  readonly height: number;
  /** The values at the top and the bottom edge of that area, in units of the chart's scale. */
  readonly top: number;
  readonly bottom: number;
  /** Center of the first slot, and the distance from one slot to the next. */
  readonly firstX: number;
  readonly slotWidth: number;
}

/** The vertical position of a value; outside of the area if the value is out of its range. */
export function yOf({ top, bottom, height }: ChartLayout, value: number): number {
  return ((top - value) / (top - bottom)) * height;
}

/** The value at a vertical position. */
export function valueAt({ top, bottom, height }: ChartLayout, y: number): number {
  return top - (y / height) * (top - bottom);
}

/** The horizontal position of a slot. */
export function xOf({ firstX, slotWidth }: ChartLayout, slot: number): number {
  return firstX + slot * slotWidth;
}

/** The slot at a horizontal position; outside of the grid if the position is. */
export function slotAt({ firstX, slotWidth }: ChartLayout, x: number): number {
  return Math.round((x - firstX) / slotWidth);
}
