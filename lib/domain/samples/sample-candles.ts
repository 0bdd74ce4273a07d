import type { UnixSeconds } from '../../base/units.ts';
import { parseSchedule } from '../prices/schedule-grammar.ts';
import { openTimesBetween } from './open-time.ts';
import type { SampleFeed } from './sample-feeds.ts';
import { sampleMantissa } from './sample-price.ts';

/** One bar: integers, × 10^`expo` of the feed. */
interface SampleCandle {
  start: UnixSeconds;
  open: number;
  high: number;
  low: number;
  close: number;
}

interface CandleRange {
  /** The first and the last start of a bar, both inclusive. */
  from: UnixSeconds;
  to: UnixSeconds;
  /** The length of a bar in seconds. */
  length: number;
  now: UnixSeconds;
}

/** Sample prices begin in 2025. */
const FIRST = 1_735_689_600;

// Limit of prices sampled for a bar. A one-minute bar contains the price of each second.
const PRICES_IN_BAR = 288;

/** The bars of a range, without those in which the market was closed. */
export function sampleCandles(
  feed: SampleFeed,
  { from, to, length, now }: CandleRange,
): SampleCandle[] {
  const first = Math.max(from, FIRST);
  const last = Math.min(to, Math.floor(now));
  const sessions = openTimesBetween(parseSchedule(feed.attributes), first, last);
  const step = Math.ceil(length / PRICES_IN_BAR);
  const candles: SampleCandle[] = [];
  let session = 0;
  for (let start = Math.ceil(first / length) * length; start <= last; start += length) {
    const end = Math.min(start + length - 1, Math.floor(now));
    while ((sessions[session]?.until ?? Infinity) <= start) session += 1;
    const open = sessions[session];
    if (!open || open.from > end) continue;
    const seconds = { from: Math.max(start, open.from), until: Math.min(end, open.until - 1) };
    candles.push({ start, ...barOf(feed, seconds, step) });
  }
  return candles;
}

function barOf(
  feed: SampleFeed,
  { from, until }: { from: UnixSeconds; until: UnixSeconds },
  step: number,
): Omit<SampleCandle, 'start'> {
  const open = sampleMantissa(feed, from);
  const close = sampleMantissa(feed, until);
  let [high, low] = [Math.max(open, close), Math.min(open, close)];
  for (let time = from; time < until; time += step) {
    const price = sampleMantissa(feed, time);
    high = Math.max(high, price);
    low = Math.min(low, price);
  }
  return { open, high, low, close };
}
