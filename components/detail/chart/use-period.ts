import { useMemo } from 'react';
import { chartEnd } from '@/lib/domain/history/last-trade.ts';
import { changeOrigin, type NoChange } from '@/lib/domain/history/change.ts';
import { periodOf, type Period } from '@/lib/domain/history/period.ts';
import { isRolling, type CandlePeriod, type ChartPeriod } from '@/lib/domain/history/periods.ts';
import { toCollectedPrice, type CollectedPrice } from '@/lib/domain/history/collected-price.ts';
import {
  chartStepSeconds,
  longestDelaySeconds,
  PERIOD_SECONDS,
} from '@/lib/domain/history/time-grid.ts';
import { toDecimal, type Decimal } from '@/lib/domain/prices/decimal.ts';
import { wasClosed } from '@/lib/domain/prices/market-schedule.ts';
import { isMalformed, type AnySchedule } from '@/lib/domain/prices/schedule-grammar.ts';
import type { StoredPrice } from '@/lib/domain/prices/stored-price.ts';
import { readGap } from '@/lib/storage/history/collected-prices.ts';
import { candleFeeds } from '@/lib/storage/values/candles.ts';
import { references } from '@/lib/storage/values/history.ts';
import { areSamplesShown } from '@/lib/storage/values/samples.ts';
import type { ChartCandles } from '@/lib/pages/chart-candles.ts';
import type { When } from '@/lib/base/days.ts';
import { toMilliseconds, type FeedId, type UnixSeconds } from '@/lib/base/units.ts';
import { useClock, useMinute } from '../../shared/hooks/clock.ts';
import { useRequiredTrust } from '../../shared/hooks/use-market.ts';
import { useAreCandlesAllowed } from '../../shared/hooks/use-are-candles-allowed.ts';
import { useStored, useStoredPart } from '../../shared/hooks/use-stored.ts';
import { dayZoneOf, toCandleGrid } from './candle-grid.ts';
import {
  beginAt,
  pointsOf,
  startIn,
  toChartGrid,
  type ChartGrid,
  type Slot,
} from './chart-grid.ts';
import { useCandleRange, useCandles, useRowLine } from './use-candles.ts';
import { collectedPeriod, useCollectedPrices, useStoredHistory } from './use-collected-prices.ts';
import { useHistoryHost } from './use-history-host.ts';

/** What a feed's chart, change and figures over a period show. */
export interface ShownPeriod extends Period {
  period: CandlePeriod;
  grid: ChartGrid;
  reason: NoChange;
  /** `null`: none are drawn. `undefined`: not read yet. */
  candles: ChartCandles | null | undefined;
  isRead: boolean;
  /** Whether candles are on their way. */
  isAwaited: boolean;
  /** Whether prices are left out because they are not verified. */
  hasHidden: boolean;
  hasHistory: boolean;
  /** When the change starts, if that is not the beginning of a period. */
  changeSince: When | null;
}

interface PeriodOptions {
  schedule: AnySchedule;
  price: StoredPrice | undefined;
  /** Whether the price does not count because it is not verified. */
  isUnproven: boolean;
  /** Otherwise the chart ends with the price, as nothing newer is known. */
  isCurrent: boolean;
  /** Draw candlesticks instead of a line through the closes. */
  asCandles: boolean;
}

// The chart's right end advances in steps of about one slot, even when no price arrives.
const STEPS_PER_PERIOD = 240;
const NO_PRICES: [] = [];

/** A feed's prices over a period, with the start that its change has in the list. */
export function usePeriod(
  id: FeedId,
  period: CandlePeriod,
  { schedule, price, isUnproven, isCurrent, asCandles }: PeriodOptions,
): ShownPeriod {
  const known = useKnownPrices(id, period, { schedule, price, isUnproven, isCurrent });
  const { usable, latest, candles, line, outline } = known;
  const latestPrice = latest && toDecimal(latest.price, latest.expo);
  const origin = useOrigin(id, period, latestPrice);
  const nowSeconds = useMinute();
  // The same end as the candles will have.
  const end = line.length === 0 ? nowSeconds : chartEnd(period, schedule, nowSeconds);
  const until = useChartEnd(usable, period, line.length === 0 ? null : end);
  const candleGrid = useMemo(
    () =>
      candles
        ? toCandleGrid(candles, usable ?? NO_PRICES, {
            until: Math.max(candles.plan.to, lastTime(usable)),
            latest,
            timeZone: zoneOfDays(schedule),
          })
        : null,
    [candles, usable, latest, schedule],
  );
  const dayZone = candleGrid?.dayZone ?? null;
  const points = useMemo(
    () => pointsOf(candleGrid?.slots ?? outline, asCandles),
    [candleGrid, outline, asCandles],
  );
  const [firstPoint = null] = points;
  const begins =
    period === 'all'
      ? (firstPoint ?? { time: nowSeconds })
      : { time: candles?.plan.visibleFrom ?? end - PERIOD_SECONDS[period] };
  const tolerance = toleranceOf(collectedPeriod(period));
  const shown = periodOf({
    origin,
    points,
    begins,
    tolerance,
    latest: latestPrice,
    candleRange: useCandleRange(id, period, isCurrent ? Infinity : (latest?.time ?? Infinity)),
    timeOf: (when) => startIn({ dayZone }, when),
    mayStartLate: candleGrid !== null,
    isMissing: missingTest(schedule, tolerance, candleGrid !== null || origin.none !== undefined),
  });
  const grid = useBegunGrid(candleGrid, { outline, shown, until });
  return {
    ...shown,
    changeSince: period === 'all' ? firstPoint : shown.isLate ? shown.pricesSince : null,
    period,
    grid,
    reason: useGapReason(id, period, shown.none ?? 'waiting'),
    candles,
    isRead: known.isRead,
    isAwaited: useAreCandlesExpected(id) && !candles,
    hasHidden: known.hasHidden,
    hasHistory: known.hasHistory,
  };
}

/** The grid of the period, whose line begins with the start of the change. */
function useBegunGrid(
  candleGrid: ChartGrid | null,
  { outline, shown, until }: { outline: readonly Slot[]; shown: Period; until: UnixSeconds },
): ChartGrid {
  const { start, isLate } = shown;
  const { time, isDay } = shown.since;
  const [mantissa, expo] = [start?.from.mantissa, start?.from.expo];
  return useMemo(() => {
    // The axis does not begin with a late start, which is a price of the line.
    const isFirst = !isLate && mantissa !== undefined && expo !== undefined;
    const grid = candleGrid ?? toChartGrid(outline, time, until);
    return beginAt(grid, { time, isDay }, isFirst ? { mantissa, expo } : null);
  }, [candleGrid, outline, time, isDay, isLate, until, mantissa, expo]);
}

/**
 * Whether prices are missing between the beginning of a period and the first known one.
 *
 * @param mayBe `false`: the price at the beginning is known, and others come one by one
 */
function missingTest(
  schedule: AnySchedule,
  { before, after }: ReturnType<typeof toleranceOf>,
  mayBe: boolean,
): (from: UnixSeconds, until: UnixSeconds) => boolean {
  return (from, until) =>
    mayBe &&
    until - from > Math.max(before, after) &&
    !wasClosed(schedule, toMilliseconds(from), toMilliseconds(until) - 1);
}

/** What the chart may show, up to the latest price if that is not current. */
function useKnownPrices(
  id: FeedId,
  period: CandlePeriod,
  { schedule, price, isUnproven, isCurrent }: Omit<PeriodOptions, 'asCandles'>,
) {
  const collected = useCollectedPrices(id, period);
  const requiredTrust = useRequiredTrust();
  const usable = useMemo(() => usableOf(collected, requiredTrust), [collected, requiredTrust]);
  const latest = useMemo(
    () => (price && !isUnproven ? toCollectedPrice(price) : null),
    [price, isUnproven],
  );
  const last = isCurrent ? null : latest;
  const read = useCandles(id, period, schedule);
  const candles = useMemo(
    () => read && upTo(read, last, zoneOfDays(schedule)),
    [read, last, schedule],
  );
  const rowLine = useRowLine(id, period, schedule);
  const line = useMemo(
    () => rowLine.filter(({ time }) => !last || time <= last.time),
    [rowLine, last],
  );
  // The row's line, with what is known of the time after it.
  const outline = useMemo(() => {
    const until = line.at(-1)?.time ?? -Infinity;
    return [...line, ...(usable ?? NO_PRICES).filter(({ time }) => time > until)];
  }, [line, usable]);
  const isRead = collected !== undefined && candles !== undefined;
  const hasHidden = collected?.length !== usable?.length;
  const hasHistory = Boolean(candles ?? collected?.[0]);
  return { usable, latest, candles, line, outline, isRead, hasHidden, hasHistory };
}

/** Without the candles after the last price, unless only those are within the period. */
function upTo(candles: ChartCandles, last: CollectedPrice | null, timeZone: string): ChartCandles {
  if (last === null || last.time < candles.plan.visibleFrom) return candles;
  const { known, plan } = candles;
  const end = startIn({ dayZone: dayZoneOf(plan, timeZone) }, last);
  const kept = known.candles.filter(({ start }) => start <= end);
  return { ...candles, known: { ...known, candles: kept } };
}

/** Whether a history service has not responded for a feed yet. */
function useAreCandlesExpected(id: FeedId): boolean {
  const areSamples = useStored(areSamplesShown) ?? false;
  const host = useHistoryHost();
  const problem = useStoredPart(candleFeeds, (feeds) => feeds?.[id]?.problem ?? null);
  return useAreCandlesAllowed() && (areSamples || host !== null) && problem === null;
}

/** The time zone in which the days of a market's prices begin and end. */
function zoneOfDays(schedule: AnySchedule): string {
  return isMalformed(schedule) || schedule.alwaysOpen ? 'UTC' : schedule.timeZone;
}

/** Where the change over a period starts in the list, or why that is not known. */
function useOrigin(id: FeedId, period: CandlePeriod, price: Decimal | null) {
  const isListed = period !== 'all' && isRolling(period);
  const text = useStoredPart(references[isListed ? period : '24h'], (texts) =>
    isListed ? (texts?.[id] ?? null) : null,
  );
  const nowSeconds = useMinute();
  const requiredTrust = useRequiredTrust();
  const reference = { text, period: collectedPeriod(period), nowSeconds, requiredTrust };
  return changeOrigin(reference, price);
}

/** Why there is no price at the start, if the background has found out. */
function useGapReason(id: FeedId, period: CandlePeriod, none: NoChange): NoChange {
  const gap = useStoredHistory(id, collectedPeriod(period), readGapAtStart);
  return none === 'waiting' ? (gap ?? none) : none;
}

function readGapAtStart(id: string, period: ChartPeriod, nowSeconds: UnixSeconds) {
  const start = nowSeconds - PERIOD_SECONDS[period];
  const { before, after } = toleranceOf(period);
  return readGap(id, start - before, start + after);
}

/** How far from the start of a period a price may be and still count as the one there. */
function toleranceOf(period: ChartPeriod) {
  return { before: chartStepSeconds(period), after: longestDelaySeconds(period) };
}

/** Where verification is required, an unverified price leaves a gap in the chart. */
function usableOf(
  collected: readonly CollectedPrice[] | undefined,
  requiredTrust: string | null,
): readonly CollectedPrice[] | undefined {
  if (requiredTrust === null) return collected;
  return collected?.filter(({ trust }) => trust === requiredTrust);
}

function useChartEnd(
  collected: readonly CollectedPrice[] | undefined,
  period: CandlePeriod,
  end: UnixSeconds | null,
): UnixSeconds {
  const step = PERIOD_SECONDS[collectedPeriod(period)] / STEPS_PER_PERIOD;
  const nowSeconds = useClock((nowMs) => Math.floor(nowMs / 1_000 / step) * step);
  return Math.max(end ?? nowSeconds, lastTime(collected));
}

function lastTime(collected: readonly CollectedPrice[] | undefined): UnixSeconds {
  return collected?.at(-1)?.time ?? 0;
}
