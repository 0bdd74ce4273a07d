import { xOf, yOf, type ChartLayout } from './chart-layout.ts';
import type { ChartPoint, ChartScale } from './chart-scale.ts';

/** The parts of a line as the `d` of SVG paths. */
interface LinePaths {
  readonly line: string;
  /** Straight bridges over gaps without prices. */
  readonly gaps: string;
  /** The area from the line to the bottom. */
  readonly area: string;
}

/** The candles that close above, or below, where they opened, as the `d` of SVG paths. */
interface CandlePaths {
  readonly up: string;
  readonly down: string;
}

interface Placed extends ChartPoint {
  slot: number;
  x: number;
}

// A share of the shown slots. Requested prices lie closer together, and so do sessions, except over
// weekends.
const GAP_SHARE = 1 / 8;
const MAX_BODY_WIDTH = 9;
/** Pixels from one candle to the next: those that lie closer are drawn as one. */
const MIN_DISTANCE = 4;
/** A share of the distance from one candle to the next. */
const BODY_SHARE = 0.7;

/** The line through the prices of all slots in view. */
export function linePaths(points: ChartScale['points'], layout: ChartLayout): LinePaths {
  const places = thinned(inView(points, layout), layout);
  const longestGap = (layout.width / layout.slotWidth) * GAP_SHARE;
  const runs = runsOf(places, longestGap).map((run) => run.map((place) => corner(place, layout)));
  const gaps = runs.slice(1).map((run, index) => `M${runs[index]?.at(-1)}L${run[0]}`);
  const ends = runs.map((run) => [run[0]?.split(' ')[0], run.at(-1)?.split(' ')[0]] as const);
  return {
    line: runs.map((run) => `M${run.join('L')}`).join(''),
    gaps: gaps.join(''),
    area: runs
      .map((run, index) => {
        const [first, last] = ends[index] ?? [];
        return `M${run.join('L')}L${last} ${layout.height}L${first} ${layout.height}Z`;
      })
      .join(''),
  };
}

/** The candles of all slots in view: a line from low to high, and a body from open to close. */
export function candlePaths(points: ChartScale['points'], layout: ChartLayout): CandlePaths {
  const count = Math.max(1, Math.ceil(MIN_DISTANCE / layout.slotWidth));
  const distance = count * layout.slotWidth;
  const width = Math.max(1, Math.min(MAX_BODY_WIDTH, Math.round(distance * BODY_SHARE)));
  const paths = { up: '', down: '' };
  for (const { x, price, low, high, open } of joined(inView(points, layout), count)) {
    const [top, bottom] = [yOf(layout, Math.max(open, price)), yOf(layout, Math.min(open, price))];
    const body = `M${fixed(x - width / 2)} ${fixed(top)}h${width}v${fixed(Math.max(1, bottom - top))}h${-width}Z`;
    const wick = `M${fixed(x - 0.5)} ${fixed(yOf(layout, high))}h1V${fixed(yOf(layout, low))}h-1Z`;
    paths[price >= open ? 'up' : 'down'] += wick + body;
  }
  return paths;
}

/** Joins the candles of each `count` slots. */
function joined(places: readonly Placed[], count: number) {
  const groups = Map.groupBy(places, ({ slot }) => Math.floor(slot / count)).values();
  return [...groups].flatMap((group) => {
    const candles = group.filter((place) => place.open !== undefined);
    const [first, last] = [candles[0], candles.at(-1)];
    if (first?.open === undefined || !last) return [];
    return {
      x: (first.x + last.x) / 2,
      open: first.open,
      price: last.price,
      low: Math.min(...candles.map(({ low }) => low)),
      high: Math.max(...candles.map(({ high }) => high)),
    };
  });
}

/** Splits places at gaps that are longer than this, in slots. */
export function runsOf<Place extends { slot: number }>(
  places: readonly Place[],
  longestGap: number,
): Place[][] {
  const runs: Place[][] = [];
  for (const place of places) {
    const run = runs.at(-1);
    const last = run?.at(-1);
    if (run && last && place.slot - last.slot <= longestGap) run.push(place);
    else runs.push([place]);
  }
  return runs;
}

/** The slots in view, and one beside each edge, so that the line continues to the edge. */
function inView(points: ChartScale['points'], layout: ChartLayout): Placed[] {
  const first = Math.max(0, Math.floor(-layout.firstX / layout.slotWidth) - 1);
  const last = Math.ceil((layout.width - layout.firstX) / layout.slotWidth) + 1;
  return points.slice(first, last + 1).flatMap((point, index) => {
    const slot = first + index;
    return point ? [{ ...point, slot, x: xOf(layout, slot) }] : [];
  });
}

/** Of many points in one pixel, only the first, the lowest, the highest and the last show. */
function thinned(places: readonly Placed[], { width }: ChartLayout): readonly Placed[] {
  if (places.length <= 2 * width) return places;
  const columns = Map.groupBy(places, ({ x }) => Math.round(x));
  return [...columns.values()].flatMap((column) => {
    const byPrice = column.toSorted((a, b) => a.price - b.price);
    const kept = new Set([column[0], byPrice[0], byPrice.at(-1), column.at(-1)]);
    return column.filter((place) => kept.has(place));
  });
}

function corner({ x, price }: Placed, layout: ChartLayout): string {
  return `${fixed(x)} ${fixed(yOf(layout, price))}`;
}

function fixed(length: number): number {
  return Math.round(length * 10) / 10;
}
