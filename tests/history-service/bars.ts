import { isMarketOpen } from '../../lib/domain/prices/market-schedule.ts';
import { parseSchedule } from '../../lib/domain/prices/schedule-grammar.ts';
import { toDecimalString } from '../../lib/domain/prices/decimal.ts';
import type { Resolution } from '../../lib/history-service/index.ts';
import { momentOf, withPin, type Pins } from '../price-service/market.ts';
import { SLOT_MS, type PriceSource } from '../price-service/quote.ts';
import type { FeedMetadata } from '../price-service/catalog.ts';

/** One bar; the figures are decimal texts. */
export interface Bar {
  /** Unix seconds. */
  start: number;
  open: string;
  high: string;
  low: string;
  close: string;
}

export interface BarQuery {
  /** Both inclusive, unix seconds. */
  from: number;
  to: number;
  resolution: Resolution;
}

interface BarSource {
  source: PriceSource;
  pins: Pins;
  /** Unix milliseconds. */
  nowMs: number;
}

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

// Bars of up to a minute have every slot of the price service, so none of its prices is outside of
// them. Longer ones would take seconds: they have this many prices, and those that tests set.
const SAMPLES = 24;
/**
 * Longer ranges of short bars, as for a rehearsal, and many long bars have only a few prices each: 24
 * for each day since 1970 take half a minute on a busy machine.
 */
const MAX_EXACT_MS = 2_000 * MINUTE_MS;
const MAX_SAMPLED_BARS = 2_000;
const FEW_SAMPLES = 3;

/** The bars of a feed whose start is in the range, without those that begin in the future. */
export function buildBars(feed: FeedMetadata, query: BarQuery, from: BarSource): Bar[] {
  const schedule = parseSchedule(feed.attributes);
  const isOpen = (ms: number) => isMarketOpen(schedule, ms);
  const bars: Bar[] = [];
  const lastMs = Math.min(query.to * 1000, from.nowMs);
  const lengthOfRange = lastMs - query.from * 1000;
  const isLong = lengthOfRange > MAX_EXACT_MS;
  const areMany = lengthOfRange > MAX_SAMPLED_BARS * shortestMs(query.resolution);
  let startMs = barStart(query.from * 1000, query.resolution);
  while (startMs <= lastMs) {
    const endMs = nextStart(startMs, query.resolution);
    const end = Math.min(endMs, from.nowMs + 1);
    const pins = from.pins.byFeed.get(feed.id) ?? [];
    const pinned = pins.map(({ sinceMs }) => sinceMs);
    const times = sampleTimes(startMs, end, pinned, { isLong, areMany });
    const prices = times.filter(isOpen).map((ms) => priceAt(feed.id, ms, from));
    const bar = toBar(startMs / 1000, prices);
    if (bar && bar.start >= query.from) bars.push(bar);
    startMs = endMs;
  }
  return bars;
}

/** The start of the closest bar before a time within 30 days; `null`: none. */
export function earlierStart(feed: FeedMetadata, query: BarQuery, from: BarSource): number | null {
  const to = query.from - 1;
  const range = { ...query, resolution: '60', from: to - 30 * 24 * 3600, to } as const;
  return buildBars(feed, range, from).at(-1)?.start ?? null;
}

interface Price {
  mantissa: bigint;
  expo: number;
}

function priceAt(id: string, ms: number, { source, pins }: BarSource): Price {
  const moment = momentOf(ms);
  const [quote] = source.quotes([id], moment);
  if (!quote) throw new Error(`no quote of ${id}`);
  const { price, expo } = withPin(pins, quote, moment);
  return { mantissa: BigInt(price), expo };
}

function sampleTimes(
  startMs: number,
  endMs: number,
  pinned: readonly number[],
  { isLong, areMany }: { isLong: boolean; areMany: boolean },
): number[] {
  const isMinute = endMs - startMs <= MINUTE_MS;
  const samples = (isMinute && isLong) || areMany ? FEW_SAMPLES : SAMPLES;
  const stepMs = Math.max(SLOT_MS, Math.ceil((endMs - startMs) / samples / SLOT_MS) * SLOT_MS);
  const step = isMinute && !isLong ? SLOT_MS : stepMs;
  const times: number[] = [];
  for (let ms = startMs; ms < endMs; ms += step) times.push(ms);
  const within = pinned.filter((ms) => ms > startMs && ms < endMs);
  return [...times, ...within, endMs - 1].toSorted((a, b) => a - b);
}

function toBar(start: number, prices: readonly Price[]): Bar | null {
  const first = prices[0];
  const last = prices.at(-1);
  if (!first || !last) return null;
  const expo = Math.min(...prices.map((price) => price.expo));
  const values = prices.map((price) => price.mantissa * 10n ** BigInt(price.expo - expo));
  const text = (mantissa: bigint) => toDecimalString({ mantissa, expo });
  return {
    start,
    open: toDecimalString(first),
    high: text(values.reduce((high, value) => (value > high ? value : high))),
    low: text(values.reduce((low, value) => (value < low ? value : low))),
    close: toDecimalString(last),
  };
}

/** The start of the bar that contains a time, in milliseconds. */
function barStart(ms: number, resolution: Resolution): number {
  if (resolution === '1M') {
    const date = new Date(ms);
    return Date.UTC(date.getUTCFullYear(), date.getUTCMonth());
  }
  // 1970-01-05 was a Monday.
  if (resolution === '1W') return floorTo(ms - 4 * DAY_MS, 7 * DAY_MS) + 4 * DAY_MS;
  return floorTo(ms, lengthMs(resolution));
}

function nextStart(startMs: number, resolution: Resolution): number {
  if (resolution === '1M') return barStart(startMs + 31 * DAY_MS, '1M');
  return startMs + (resolution === '1W' ? 7 * DAY_MS : lengthMs(resolution));
}

function shortestMs(resolution: Resolution): number {
  if (resolution === '1M') return 28 * DAY_MS;
  return resolution === '1W' ? 7 * DAY_MS : lengthMs(resolution);
}

function lengthMs(resolution: Resolution): number {
  return resolution === '1D' ? DAY_MS : Number(resolution) * MINUTE_MS;
}

function floorTo(ms: number, step: number): number {
  return Math.floor(ms / step) * step;
}
