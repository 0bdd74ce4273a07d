import type { UnixSeconds } from '../base/units.ts';
import { mantissaAt, readExactNumber, readUnixSeconds, type ExactNumber } from './figures.ts';

/** One bar. Its prices are × 10^`expo` of the series. */
export interface Candle {
  /** For a bar of a day or longer: its date, as 00:00 UTC. */
  readonly start: UnixSeconds;
  readonly open: bigint;
  readonly high: bigint;
  readonly low: bigint;
  readonly close: bigint;
  /**
   * Whether a later bar exists, so that this bar does not change. The last bar may be unfinished;
   * responses do not say so.
   */
  readonly isFinal: boolean;
}

/** Candles sorted by start, without duplicates. Candles are not signed. */
export interface CandleSeries {
  /** At most 0. */
  readonly expo: number;
  readonly candles: readonly Candle[];
}

/** The lists of a response as texts, with equal lengths. */
interface BarLists {
  readonly t: readonly unknown[];
  readonly o: readonly unknown[];
  readonly h: readonly unknown[];
  readonly l: readonly unknown[];
  readonly c: readonly unknown[];
}

export interface Range {
  readonly from: UnixSeconds;
  readonly to: UnixSeconds;
}

interface Bar {
  start: UnixSeconds;
  open: ExactNumber;
  high: ExactNumber;
  low: ExactNumber;
  close: ExactNumber;
}

/**
 * Builds sorted candles of a range. Of several bars with the same start, the last bar counts.
 *
 * @param toStart the start of a candle from the time of its bar
 * @returns `dropped` counts bars with a number that is missing, invalid or absurd, and bars whose open or
 * close is not between low and high.
 */
export function buildCandles(
  lists: BarLists,
  { from, to }: Range,
  toStart: (time: UnixSeconds) => UnixSeconds = (time) => time,
): CandleSeries & { dropped: number } {
  const byStart = new Map<UnixSeconds, Bar>();
  let dropped = 0;
  let latest = -Infinity;
  for (const index of lists.t.keys()) {
    const bar = readBar(lists, index);
    if (bar === null) dropped += 1;
    else {
      const start = toStart(bar.start);
      byStart.set(start, { ...bar, start });
      latest = Math.max(latest, start);
    }
  }
  const bars = [...byStart.values()]
    .filter(({ start }) => start >= from && start <= to)
    .toSorted((a, b) => a.start - b.start);
  return { ...toSeries(bars, latest), dropped };
}

function toSeries(bars: readonly Bar[], latest: UnixSeconds): CandleSeries {
  let expo = 0;
  for (const { open, high, low, close } of bars) {
    expo = Math.min(expo, open.expo, high.expo, low.expo, close.expo);
  }
  const candles = bars.map(({ start, open, high, low, close }) => ({
    start,
    open: mantissaAt(open, expo),
    high: mantissaAt(high, expo),
    low: mantissaAt(low, expo),
    close: mantissaAt(close, expo),
    isFinal: start < latest,
  }));
  return { expo, candles };
}

function readBar(lists: BarLists, index: number): Bar | null {
  const start = readUnixSeconds(lists.t[index]);
  const open = readExactNumber(lists.o[index]);
  const high = readExactNumber(lists.h[index]);
  const low = readExactNumber(lists.l[index]);
  const close = readExactNumber(lists.c[index]);
  if (start === null || !open || !high || !low || !close) return null;
  const isOrdered = [open, close].every((each) => isAtMost(low, each) && isAtMost(each, high));
  return isOrdered ? { start, open, high, low, close } : null;
}

function isAtMost(a: ExactNumber, b: ExactNumber): boolean {
  const expo = Math.min(a.expo, b.expo);
  return mantissaAt(a, expo) <= mantissaAt(b, expo);
}
