import { attribute, type FeedAttributes } from '../prices/attributes.ts';
import { isMarketOpen } from '../prices/market-schedule.ts';
import { parseSchedule } from '../prices/schedule-grammar.ts';
import { toMilliseconds, toSeconds, type UnixSeconds } from '../../base/units.ts';
import { previousClose, startOfToday, type PreviousClose } from './baselines.ts';
import type { ChangePeriod, ChartPeriod } from './periods.ts';
import { isReferenceCurrent, longestDelaySeconds, referenceTime } from './time-grid.ts';

interface Closes extends Pick<PreviousClose, 'timeZone'> {
  last: UnixSeconds;
  before: UnixSeconds;
  isOver: boolean;
}

// A close or midnight counts only a minute later: with a fast local clock, the service would have
// no price for it yet.
const SETTLED_AFTER_SECONDS = 60;

// The previous start counts until the worker has fetched the price at the new start.
const FETCHED_WITHIN_SECONDS = 120;

/**
 * When a feed's change starts; `null` without a previous close. While the market is closed, the
 * change is that of the last session, or the after-hours change once a price has been published
 * after hours.
 * @param publishTime publish time of the latest price
 */
export function changeStart(
  period: ChangePeriod,
  attributes: FeedAttributes | undefined,
  {
    nowSeconds,
    publishTime = 0,
  }: { nowSeconds: UnixSeconds; publishTime?: UnixSeconds | undefined },
): UnixSeconds | null {
  if (period === 'today') return midnight(nowSeconds);
  if (period !== 'close') return referenceTime(period, nowSeconds);
  const closes = closesAt(attributes, nowSeconds);
  if (!closes?.isOver) return closes?.last ?? null;
  return publishTime > closes.last + SETTLED_AFTER_SECONDS ? closes.last : closes.before;
}

export function isChangeStart(
  period: ChangePeriod | ChartPeriod,
  time: UnixSeconds,
  { nowSeconds, attributes }: { nowSeconds: UnixSeconds; attributes?: FeedAttributes | undefined },
): boolean {
  if (period !== 'close' && period !== 'today') return isReferenceCurrent(period, time, nowSeconds);
  return [nowSeconds, nowSeconds - FETCHED_WITHIN_SECONDS].some((now) => {
    if (period === 'today') return time === midnight(now);
    const closes = closesAt(attributes, now);
    return time === closes?.last || (closes?.isOver === true && time === closes.before);
  });
}

export function isAfterClose(
  attributes: FeedAttributes | undefined,
  time: UnixSeconds,
  nowSeconds: UnixSeconds,
): boolean {
  const closes = closesAt(attributes, nowSeconds);
  return closes?.isOver === true && time === closes.last;
}

export function closeTimeZone(
  attributes: FeedAttributes | undefined,
  nowSeconds: UnixSeconds,
): string | undefined {
  return closesAt(attributes, nowSeconds)?.timeZone;
}

/** In seconds after the start of the change. */
export function longestStartDelay(period: ChangePeriod): number {
  return longestDelaySeconds(period === 'close' || period === 'today' ? '24h' : period);
}

function midnight(nowSeconds: UnixSeconds): UnixSeconds {
  const start = startOfToday(settled(nowSeconds), Temporal.Now.timeZoneId());
  return toSeconds(start.epochMilliseconds);
}

// Hundreds of feeds share a few schedules.
const cache = new Map<string, Closes | null>();
const MAX_CACHED = 200;

function closesAt(attributes: FeedAttributes | undefined, nowSeconds: UnixSeconds): Closes | null {
  const minute = Math.floor(nowSeconds / 60);
  const hours = ['asset_type', 'schedule', 'weekly_schedule'].map((key) =>
    attribute(attributes, key),
  );
  const key = [minute, ...hours].join('|');
  const known = cache.get(key);
  if (known !== undefined) return known;
  const closes = findCloses(attributes, minute * 60);
  if (cache.size >= MAX_CACHED) cache.clear();
  cache.set(key, closes);
  return closes;
}

function findCloses(attributes: FeedAttributes | undefined, nowSeconds: UnixSeconds) {
  const now = settled(nowSeconds);
  const closes = previousClose(attributes, now);
  if (!closes) return null;
  return {
    timeZone: closes.timeZone,
    last: toSeconds(closes.last.epochMilliseconds),
    before: toSeconds(closes.before.epochMilliseconds),
    isOver: !isMarketOpen(parseSchedule(attributes), now.epochMilliseconds),
  };
}

function settled(nowSeconds: UnixSeconds): Temporal.Instant {
  const ms = toMilliseconds(Math.floor(nowSeconds) - SETTLED_AFTER_SECONDS);
  return Temporal.Instant.fromEpochMilliseconds(ms);
}
