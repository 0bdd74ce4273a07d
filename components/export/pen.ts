import type { Card, TextRun } from '@/lib/pages/export/cards.ts';

/** In pixels. Smaller text is illegible. */
export const LEAST_SIZE = 12;

// The logo has the same color in every theme.
const LOGO_COLOR = '#3a53d6';

const LOGO_LINE = 'M4.5 13.5 8 9l3 2.5 4.5-6';
const SHIELD =
  'M8 1.75 13 3.5v3.9c0 3.2-2.1 5.6-5 6.85C5.1 13 3 10.6 3 7.4V3.5zM5.7 7.8l1.65 1.7 3-3.3';

const NAMES = {
  ground: '--ground',
  strong: '--text',
  plain: '--text',
  quiet: '--text-2',
  faint: '--text-3',
  warning: '--warn',
  up: '--up',
  down: '--down',
  flat: '--text-2',
  rule: '--line',
  start: '--line-strong',
} as const;

type Colors = Readonly<Record<keyof typeof NAMES, string>>;

interface Style {
  size: number;
  weight: number;
  /** Space between characters, as a share of the font size. */
  spacing?: number;
}

interface Place extends Style {
  /** Distance from the side where lines start, or with `isAtEnd` from the opposite side. */
  x: number;
  /** Distance of the baseline from the top. */
  y: number;
  isAtEnd?: boolean;
  /** Maximum width. Longer text is cut; with `isShrunk`, only if shrinking makes it illegible. */
  max?: number;
  isShrunk?: boolean;
  /** The direction of a change, which decides its color. */
  way?: Card['way'];
}

/** The drawing context, with the page's colors, font and reading direction. */
export interface Pen {
  context: OffscreenCanvasRenderingContext2D;
  colors: Colors;
  fontFamily: string;
  isRtl: boolean;
  width: number;
}

export function createPen(context: OffscreenCanvasRenderingContext2D, width: number): Pen {
  const { fontFamily, direction } = getComputedStyle(document.body);
  return { context, colors: readColors(), fontFamily, isRtl: direction === 'rtl', width };
}

export function measure(pen: Pen, runs: readonly TextRun[], style: Style): number {
  return sum(widthsOf(pen, runs, style));
}

/** Returns the width of the drawn text. */
export function write(pen: Pen, runs: readonly TextRun[], place: Place): number {
  const { context, colors, isRtl } = pen;
  const { max = Infinity, isShrunk = false, way = 'flat' } = place;
  const fitting = isShrunk ? place.size * (max / measure(pen, runs, place)) : place.size;
  const style = { ...place, size: Math.min(place.size, Math.max(LEAST_SIZE, fitting)) };
  const shown = cut(pen, runs, style, max);
  const widths = widthsOf(pen, shown, style);
  const total = sum(widths);
  const isFromLeft = (place.isAtEnd ?? false) === isRtl;
  let left = isFromLeft ? place.x : pen.width - place.x - total;
  // Figures read from left to right, so a line with only figures keeps its order.
  const isReversed = isRtl && shown.some(({ isFigure }) => !isFigure);
  const order = [...shown.keys()];
  for (const index of isReversed ? order.toReversed() : order) {
    const run = shown[index];
    if (!run) continue;
    setFont(pen, style, run);
    context.direction = isRtl && !run.isFigure ? 'rtl' : 'ltr';
    context.fillStyle = run.as === 'change' ? colors[way] : colors[run.as];
    context.fillText(run.text, left, place.y);
    left += widths[index] ?? 0;
  }
  return total;
}

function setFont({ context, fontFamily }: Pen, { size, weight, spacing }: Style, { as }: TextRun) {
  const shown = as === 'faint' || as === 'quiet' ? Math.min(weight, 450) : weight;
  context.font = `${shown} ${size}px ${fontFamily}`;
  context.letterSpacing = `${(spacing ?? -0.012) * size}px`;
  context.textAlign = 'left';
}

function widthsOf(pen: Pen, runs: readonly TextRun[], style: Style): number[] {
  return runs.map((run) => {
    setFont(pen, style, run);
    return pen.context.measureText(run.text).width;
  });
}

function cut(pen: Pen, runs: readonly TextRun[], style: Style, max: number): readonly TextRun[] {
  const last = runs.at(-1);
  if (!last || measure(pen, runs, style) <= max) return runs;
  const before = runs.slice(0, -1);
  let end = last.text.length - 1;
  const shortened = (): TextRun[] => [...before, { ...last, text: `${last.text.slice(0, end)}…` }];
  while (end > 0 && measure(pen, shortened(), style) > max) end -= 1;
  return end > 0 ? shortened() : cut(pen, before, style, max);
}

interface Square {
  x: number;
  y: number;
  size: number;
}

export function drawLogo(pen: Pen, square: Square): void {
  inUnits(pen, square, 20, (context) => {
    context.fillStyle = LOGO_COLOR;
    context.beginPath();
    context.roundRect(0, 0, 20, 20, 5);
    context.fill();
    context.strokeStyle = 'white';
    context.lineWidth = 2;
    context.stroke(new Path2D(LOGO_LINE));
  });
}

export function drawShield(pen: Pen, square: Square): void {
  inUnits(pen, square, 16, (context) => {
    context.strokeStyle = pen.colors.quiet;
    context.lineWidth = 1.5;
    context.stroke(new Path2D(SHIELD));
  });
}

function inUnits(
  { context, isRtl, width }: Pen,
  { x, y, size }: Square,
  units: number,
  draw: (context: OffscreenCanvasRenderingContext2D) => void,
): void {
  context.save();
  context.translate(isRtl ? width - x - size : x, y);
  context.scale(size / units, size / units);
  context.lineCap = 'round';
  context.lineJoin = 'round';
  draw(context);
  context.restore();
}

export function drawRule({ context, colors, width }: Pen, y: number): void {
  context.fillStyle = colors.rule;
  context.fillRect(0, y, width, 1);
}

/** Resolves the theme's colors: each variable contains the colors of both themes. */
function readColors(): Colors {
  const probe = document.createElement('span');
  document.body.append(probe);
  const entries = Object.entries(NAMES).map(([name, variable]) => {
    probe.style.color = `var(${variable})`;
    return [name, getComputedStyle(probe).color];
  });
  probe.remove();
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it has the same keys
  return Object.fromEntries(entries) as Colors;
}

function sum(widths: readonly number[]): number {
  return widths.reduce((total, each) => total + each, 0);
}
