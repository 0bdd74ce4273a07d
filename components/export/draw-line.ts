import type { Card } from '@/lib/pages/export/cards.ts';
import type { ChartLine } from '@/lib/pages/export/chart-lines.ts';
import type { Pen } from './pen.ts';

interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
  /** Lower edge of the area below the line. */
  floor: number;
  hasEnd: boolean;
}

// Minimum span as a share of the price, so that a price that hardly moves looks nearly flat.
const MIN_SPAN = 0.002;

/** Draws the period's prices, and the starting price as a dotted line. */
export function drawLine(pen: Pen, { line, way }: Card, box: Box, stroke: number): void {
  if (!line) return;
  const { context, colors } = pen;
  const { left, top, width, floor, hasEnd } = box;
  const yOf = scaleOf(line, box);
  const xOf = (at: number): number => left + at * width;
  context.save();
  context.lineJoin = 'round';
  context.lineCap = 'round';
  context.strokeStyle = colors.start;
  context.lineWidth = stroke * 0.6;
  context.setLineDash([1, stroke * 2]);
  context.stroke(new Path2D(`M${left} ${yOf(line.start)}H${left + width}`));
  context.setLineDash([]);
  const [first] = line.points;
  const last = line.points.at(-1);
  if (first && last) {
    const path = new Path2D();
    for (const { at, value } of line.points) path.lineTo(xOf(at), yOf(value));
    const area = new Path2D(path);
    area.lineTo(xOf(last.at), floor);
    area.lineTo(xOf(first.at), floor);
    const gradient = context.createLinearGradient(0, top, 0, floor);
    gradient.addColorStop(0, withOpacity(colors[way], 0.2));
    gradient.addColorStop(1, withOpacity(colors[way], 0));
    context.fillStyle = gradient;
    // oxlint-disable-next-line unicorn/no-array-fill-with-reference-type -- a canvas, not an array
    context.fill(area);
    context.strokeStyle = colors[way];
    context.lineWidth = stroke;
    context.stroke(path);
    if (hasEnd) drawEnd(pen, { x: xOf(last.at), y: yOf(last.value), color: colors[way] }, stroke);
  }
  context.restore();
}

/** Returns a function that converts a value to pixels from the top. */
function scaleOf({ points, start }: ChartLine, { top, height }: Box): (value: number) => number {
  const values = [...points.map(({ value }) => value), start];
  const [lowest, highest] = [Math.min(...values), Math.max(...values)];
  const span = Math.max(highest - lowest, MIN_SPAN * Math.abs(highest)) || 1;
  const middle = (highest + lowest) / 2;
  return (value) => top + height * (0.5 - (value - middle) / span);
}

function drawEnd(
  { context, colors }: Pen,
  { x, y, color }: { x: number; y: number; color: string },
  stroke: number,
): void {
  for (const [radius, fill] of [
    [stroke * 4.6, withOpacity(color, 0.2)],
    [stroke * 2.8, colors.ground],
    [stroke * 1.8, color],
  ] as const) {
    context.fillStyle = fill;
    context.beginPath();
    context.arc(x, y, radius, 0, 2 * Math.PI);
    context.fill();
  }
}

/** @param color such as `rgb(11, 122, 75)` */
function withOpacity(color: string, opacity: number): string {
  return color.replace('rgb(', 'rgba(').replace(')', `, ${opacity})`);
}
