import { SaveError } from '@/lib/base/save-error.ts';
import { t } from '@/lib/base/locale/t.ts';
import type { Card, CardSet, TextRun } from '@/lib/pages/export/cards.ts';
import { fitPicture } from '@/lib/pages/export/picture-size.ts';
import {
  createPen,
  drawLogo,
  drawRule,
  drawShield,
  LEAST_SIZE,
  measure,
  write,
  type Pen,
} from './pen.ts';
import type { ChartLine } from '@/lib/pages/export/chart-lines.ts';

export interface Picture {
  blob: Blob;
  width: number;
  height: number;
  /** Whether the picture was scaled down: a canvas has at most 16,384 pixels per side. */
  isReduced: boolean;
}

/** `card`: only the first feed, for sharing. `rows`: all feeds, one below the other. */
export type Shape = 'card' | 'rows';

const CARD = { width: 1_200, height: 630 };
const ROWS = { width: 720, row: 124, footer: 44 };

export function sizeOf(shape: Shape, count: number): { width: number; height: number } {
  return shape === 'card' ? CARD : { width: ROWS.width, height: ROWS.row * count + ROWS.footer };
}

/** Draws in the page's colors and font. @throws SaveError if the browser cannot draw the picture */
export async function drawCards(set: CardSet, shape: Shape): Promise<Picture> {
  const wanted = sizeOf(shape, set.cards.length);
  const { width, height, scale, isReduced } = fitPicture(wanted.width, wanted.height);
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d');
  if (!context) throw new SaveError('pictureTooLarge');
  context.scale(scale, scale);
  const pen = createPen(context, wanted.width);
  context.fillStyle = pen.colors.ground;
  context.fillRect(0, 0, wanted.width, wanted.height);
  const [first] = set.cards;
  if (shape === 'rows') drawRows(pen, set);
  else if (first) drawCard(pen, first, set);
  try {
    return { blob: await canvas.convertToBlob({ type: 'image/png' }), width, height, isReduced };
  } catch (cause) {
    throw new SaveError('pictureTooLarge', { cause });
  }
}

function drawCard(pen: Pen, card: Card, set: CardSet): void {
  const { width, height } = CARD;
  drawLine(
    pen,
    card,
    { left: 0, top: 318, width: width - 64, height: 224, floor: height - 88, hasEnd: true },
    3,
  );
  const brand = measure(pen, [{ text: t('app.name'), as: 'strong' }], { size: 24, weight: 600 });
  const name = write(pen, card.name, { x: 64, y: 88, size: 34, weight: 600, max: 560 });
  const about: TextRun[] = [{ text: card.about, as: 'quiet' }];
  const max = width - 64 - name - 16 - 64 - 48 - brand - 32;
  write(pen, about, { x: 64 + name + 16, y: 88, size: 26, weight: 400, max });
  drawBrand(pen, { x: width - 64 - brand - 48, y: 58, size: 36, text: 24, gap: 12 });
  const price = { x: 60, y: 219, size: 120, weight: 600, spacing: -0.042, max: width - 124 };
  write(pen, card.price, { ...price, isShrunk: true });
  write(pen, card.change, {
    x: 64,
    y: 280,
    size: 34,
    weight: 550,
    max: width - 128,
    way: card.way,
  });
  const foot = { y: 592, size: 20, weight: 400 };
  const footer = [set.source, DIVIDER, set.time];
  const end = write(pen, footer, { ...foot, x: 64, isAtEnd: true, max: 660 });
  const state: TextRun[] = [{ text: card.state, as: 'quiet' }];
  if (card.isVerified) drawShield(pen, { x: 64, y: 574, size: 22 });
  const x = card.isVerified ? 96 : 64;
  write(pen, state, { ...foot, x, max: width - 64 - x - end - 24, isShrunk: true });
}

function drawRows(pen: Pen, { cards, source, time }: CardSet): void {
  const { width, row } = ROWS;
  for (const [index, card] of cards.entries()) {
    const top = index * row;
    if (index > 0) drawRule(pen, top);
    const name = { x: 40, size: 28, weight: 600, max: 216 };
    write(pen, card.name, { ...name, y: top + 56 });
    write(pen, [{ text: card.about, as: 'quiet' }], {
      ...name,
      y: top + 86,
      size: 20,
      weight: 400,
    });
    drawLine(
      pen,
      card,
      { left: 264, top: top + 30, width: 216, height: 64, floor: top + 96, hasEnd: false },
      2,
    );
    const figures = { x: 40, isAtEnd: true, max: 184, isShrunk: true, way: card.way };
    write(pen, card.price, { ...figures, y: top + 56, size: 30, weight: 600 });
    write(pen, card.briefChange, { ...figures, y: top + 86, size: 20, weight: 550 });
  }
  const top = cards.length * row;
  drawRule(pen, top);
  drawBrand(pen, { x: 40, y: top + 13, size: 18, text: 15, gap: 8 });
  const [only] = cards;
  const footer = (state = ''): TextRun[] => [
    ...(state === '' ? [] : [{ text: state, as: 'quiet' } as const, DIVIDER]),
    time,
    DIVIDER,
    source,
  ];
  const isAlone = cards.length === 1;
  const [full, brief] = [
    footer(isAlone ? only?.state : ''),
    footer(isAlone ? only?.briefState : ''),
  ];
  const max = width - 200;
  const isLegible = measure(pen, full, { size: LEAST_SIZE, weight: 400 }) <= max;
  // The source comes last, so it is cut first if the text is too long.
  const foot = { x: 40, y: top + 27, size: 15, weight: 400, isAtEnd: true, isShrunk: true };
  write(pen, isLegible ? full : brief, { ...foot, max });
}

const DIVIDER: TextRun = { text: ' · ', as: 'quiet' };

interface Brand {
  /** Distance from the side where lines start. */
  x: number;
  y: number;
  size: number;
  text: number;
  gap: number;
}

function drawBrand(pen: Pen, { x, y, size, text, gap }: Brand): void {
  drawLogo(pen, { x, y, size });
  const name: TextRun[] = [{ text: t('app.name'), as: 'strong' }];
  const baseline = y + size / 2 + text * 0.35;
  write(pen, name, { x: x + size + gap, y: baseline, size: text, weight: 600 });
}

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
function drawLine(pen: Pen, { line, way }: Card, box: Box, stroke: number): void {
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
