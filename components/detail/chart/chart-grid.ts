import type { CollectedPrice } from '@/lib/domain/history/collected-price.ts';
import { toDecimal, type Decimal } from '@/lib/domain/prices/decimal.ts';
import { compareDecimals } from '@/lib/domain/prices/arithmetic.ts';
import type { PeriodPoint } from '@/lib/domain/history/period.ts';
import { dayIn, type When } from '@/lib/base/days.ts';
import type { UnixSeconds } from '@/lib/base/units.ts';

/** A candle whose close is the slot's price. It is not signed. */
export interface SlotCandle {
  readonly open: Decimal;
  readonly high: Decimal;
  readonly low: Decimal;
}

/** What the chart shows at a time: a signed price, a candle's close, or both. */
export interface Slot extends When, Pick<CollectedPrice, 'price' | 'expo' | 'emaExpo'> {
  /** `null`: the price is a candle's. */
  readonly conf: string | null;
  readonly emaPrice: string | null;
  readonly candle?: SlotCandle;
}

interface SlotTimes {
  /** When each slot starts, in order. In a grid of days: the date, as 00:00 UTC. */
  readonly starts: readonly UnixSeconds[];
  /** The usual length of a slot. */
  readonly stepSeconds: number;
  /** The time zone of the days in a grid of days; `null` if the slots are times. */
  readonly dayZone: string | null;
}

/** Slots of equal width on the chart, and of about the same length of time. */
export interface ChartGrid extends SlotTimes {
  /** The last price in each slot; `null` if there is none. */
  readonly slots: readonly (Slot | null)[];
  readonly count: number;
  /** Where the chosen period begins; 0: at the first slot. Earlier ones are for panning. */
  readonly firstShown: number;
  /** Only candles can be panned and zoomed. */
  readonly hasCandles: boolean;
  /** The first slot after a split, before which signed prices are far from the candles. */
  readonly split?: number | null;
}

const STEPS_SECONDS = [1, 5, 15, 60, 300, 900, 1_800, 7_200, 86_400];
const LONG_STEP_SECONDS = 7_200;
const MAX_SLOTS = 400;

/**
 * Places prices (oldest first) on a grid from `fromSeconds` to `toSeconds`, which is the same
 * however short the history is.
 */
export function toChartGrid(
  prices: readonly (CollectedPrice | Slot)[],
  fromSeconds: UnixSeconds,
  toSeconds: UnixSeconds,
  step: number = stepFor(toSeconds - fromSeconds),
): ChartGrid {
  const shown = prices.filter(({ time }) => time >= fromSeconds && time <= toSeconds);
  const start = Math.floor(fromSeconds / step) * step;
  const slots = Array.from<Slot | null>({
    length: Math.floor((toSeconds - start) / step) + 1,
  }).fill(null);
  for (const each of shown) slots[Math.floor((each.time - start) / step)] = each;
  const count = slots.filter((slot) => slot !== null).length;
  return {
    starts: slots.map((_, index) => start + index * step),
    stepSeconds: step,
    dayZone: null,
    slots,
    count,
    firstShown: 0,
    hasCandles: false,
  };
}

/**
 * The prices to draw for these slots.
 *
 * @param asCandles whether candles are drawn as such
 */
export function pointsOf(
  slots: readonly (CollectedPrice | Slot | null)[],
  asCandles: boolean,
): PeriodPoint[] {
  return slots.flatMap((slot) => {
    const price = slot && toDecimal(slot.price, slot.expo);
    const candle = asCandles && slot && 'candle' in slot ? slot.candle : null;
    if (!price) return [];
    const { time } = slot;
    const isDay = 'isDay' in slot && slot.isDay;
    return [{ high: price, low: price, ...candle, time, isDay, price }];
  });
}

/** A grid that shows the time from `since` on. Its line begins there with `start`, if known. */
export function beginAt(grid: ChartGrid, since: When, start: Decimal | null): ChartGrid {
  const last = grid.slots.length - 1;
  const firstShown = Math.max(0, Math.min(slotAtTime(grid, since), last));
  const there = grid.slots[firstShown];
  const isThere = there && start && compareTo(there, start) === 0;
  if (!start || last < 0 || isThere) return { ...grid, firstShown };
  const slot: Slot = {
    ...since,
    price: String(start.mantissa),
    expo: start.expo,
    conf: null,
    emaPrice: null,
    emaExpo: 0,
    ...(there?.candle && { candle: there.candle }),
  };
  const slots = grid.slots.with(firstShown, slot);
  return { ...grid, firstShown, slots, count: slots.filter((each) => each !== null).length };
}

function compareTo({ price, expo }: Slot, other: Decimal): number | null {
  const exact = toDecimal(price, expo);
  return exact && compareDecimals(exact, other);
}

/** Whether the slots are days or nearly so: then a time of day means nothing. */
export function isLong({ stepSeconds }: ChartGrid): boolean {
  return stepSeconds >= LONG_STEP_SECONDS;
}

/** The slot index of a time; `null` if that slot is empty or outside the grid. */
export function slotOf(grid: ChartGrid, when: When): number | null {
  const index = slotAtTime(grid, when);
  return grid.slots[index] ? index : null;
}

/** The slot index of a time, which may be outside the grid. */
export function slotAtTime(grid: SlotTimes, when: When): number {
  return Math.floor(placeOf(grid, startIn(grid, when)));
}

/** A time as the slots of a grid have it: in a grid of days, its date. */
export function startIn({ dayZone }: Pick<SlotTimes, 'dayZone'>, when: When): UnixSeconds {
  return dayZone === null || when.isDay ? when.time : dayIn(when.time, dayZone);
}

/** Where a grid's time is among the starts of the slots, in slots from the first one. */
export function placeOf({ starts, stepSeconds }: SlotTimes, time: UnixSeconds): number {
  let [low, high] = [0, starts.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((starts[middle] ?? 0) <= time) low = middle;
    else high = middle - 1;
  }
  const start = starts[low] ?? 0;
  const end = time < start ? undefined : starts[low + 1];
  return low + (time - start) / (end === undefined ? stepSeconds : end - start);
}

/** The grid's time at a place among the slots. */
export function timeAt({ starts, stepSeconds }: SlotTimes, place: number): UnixSeconds {
  const index = Math.min(Math.max(0, Math.floor(place)), Math.max(0, starts.length - 1));
  const start = starts[index] ?? 0;
  const end = place < 0 ? undefined : starts[index + 1];
  return start + (place - index) * (end === undefined ? stepSeconds : end - start);
}

/** The index of the filled slot nearest to `index`; `null` if all slots are empty. */
export function nearestFilled(grid: ChartGrid, index: number): number | null {
  for (let distance = 0; distance < grid.slots.length; distance += 1) {
    if (grid.slots[index - distance]) return index - distance;
    if (grid.slots[index + distance]) return index + distance;
  }
  return null;
}

/** The slot that a navigation key leads to, skipping empty ones; `null` for any other key. */
export function slotAfterKey(grid: ChartGrid, from: number | null, key: string): number | null {
  const filled = [...grid.slots.keys()].filter((index) => grid.slots[index]);
  const last = filled.at(-1);
  if (last === undefined) return null;
  switch (key) {
    case 'Home':
      return filled[0] ?? last;
    case 'End':
      return last;
    case 'ArrowLeft':
    case 'ArrowDown':
      return from === null ? last : (filled.findLast((index) => index < from) ?? from);
    case 'ArrowRight':
    case 'ArrowUp':
      return from === null ? last : (filled.find((index) => index > from) ?? from);
    case 'PageUp':
    case 'PageDown': {
      const stride = Math.ceil(grid.slots.length / 10) * (key === 'PageUp' ? 1 : -1);
      const target = Math.min(last, Math.max(0, (from ?? last) + stride));
      return nearestFilled(grid, target);
    }
    default:
      return null;
  }
}

function stepFor(spanSeconds: number): number {
  return (
    STEPS_SECONDS.find((step) => spanSeconds / step <= MAX_SLOTS) ??
    Math.ceil(spanSeconds / MAX_SLOTS)
  );
}
