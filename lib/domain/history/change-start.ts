import { attribute, type FeedAttributes } from '../prices/attributes.ts';
import { isMarketOpen } from '../prices/market-schedule.ts';
import { parseSchedule } from '../prices/schedule-grammar.ts';
import { toMilliseconds, toSeconds, type UnixSeconds } from '../../base/units.ts';
import { previousClose, startOfToday, type PreviousClose } from './baselines.ts';
import type { ChangePeriod, ChartPeriod } from './periods.ts';
import { isReferenceCurrent, longestDelaySeconds, referenceTime } from './time-grid.ts';

/** The closes of a feed, and whether its regular hours are over. */
interface Closes extends Pick<PreviousClose, 'timeZone'> {
  last: UnixSeconds;
  before: UnixSeconds;
  isOver: boolean;
}

// A close or a midnight counts from a minute after it: by a fast clock, the service would have no
// price of it yet. A price of that minute may still be the last one of the session.
const SETTLED_AFTER_SECONDS = 60;

// The previous start counts for so long, because the worker has yet to fetch the price of the new one.
const FETCHED_WITHIN_SECONDS = 120;

/**
 * When the change of a feed starts; `null` if it has no previous close. While the market is closed,
 * the change since the previous close is that of the last session, or that after hours once the feed
 * has a price of after the close.
 *
 * @param publishTime of its latest price; `undefined`: none
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

/** Whether the change of a feed can start at a time. */
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

/** Whether a change since this close is one after regular hours. */
export function isAfterClose(
  attributes: FeedAttributes | undefined,
  time: UnixSeconds,
  nowSeconds: UnixSeconds,
): boolean {
  const closes = closesAt(attributes, nowSeconds);
  return closes?.isOver === true && time === closes.last;
}

/** The time zone that a feed's closes are named in. */
export function closeTimeZone(
  attributes: FeedAttributes | undefined,
  nowSeconds: UnixSeconds,
): string | undefined {
  return closesAt(attributes, nowSeconds)?.timeZone;
}

/** How long after the start of a change a price may be published to count as its price. */
export function longestStartDelay(period: ChangePeriod): number {
  return longestDelaySeconds(period === 'close' || period === 'today' ? '24h' : period);
}

function midnight(nowSeconds: UnixSeconds): UnixSeconds {
  const start = startOfToday(settled(nowSeconds), Temporal.Now.timeZoneId());
  return toSeconds(start.epochMilliseconds);
}

// Hundreds of feeds share a few schedules, and every price reads their closes.
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
