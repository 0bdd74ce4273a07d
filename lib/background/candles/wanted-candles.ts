import {
  openShareOf,
  planChart,
  planDays,
  planRehearsal,
  planSparkline,
  type CandlePlan,
} from '../../domain/history/chart-plan.ts';
import { chartEnd } from '../../domain/history/last-trade.ts';
import type { CandlePeriod } from '../../domain/history/periods.ts';
import type { HistoryWanted } from '../../domain/history/wanted.ts';
import { parseSchedule } from '../../domain/prices/schedule-grammar.ts';
import type { Resolution } from '../../history-service/index.ts';
import { toSeconds, type FeedId, type UnixMilliseconds } from '../../base/units.ts';

export interface WantedCandles {
  /** Identifies the candles, independent of the time. */
  key: string;
  id: FeedId;
  plan: CandlePlan;
  /** Whether the candles draw the line in the feed's row. */
  isLine: boolean;
}

interface Shown {
  chart: HistoryWanted | null;
  /** The feeds of the alert being edited. */
  rehearsed: readonly FeedId[];
  /** From top to bottom. */
  rows: readonly FeedId[];
}

/**
 * What pages show, the most important first: the open chart, the alert rehearsal, the rows, the
 * open feed's year, and what is usual for the rows.
 */
export function wantedCandles(
  { chart, rehearsed, rows }: Shown,
  resolutions: readonly Resolution[],
  attributesOf: (id: FeedId) => Record<string, string> | undefined,
  nowMs: UnixMilliseconds,
): WantedCandles[] {
  const now = Math.floor(toSeconds(nowMs));
  const optionsOf = (id: FeedId, period: CandlePeriod) => {
    const schedule = parseSchedule(attributesOf(id));
    const openShare = openShareOf(schedule);
    return { now: chartEnd(period, schedule, now), resolutions, openShare };
  };
  const chartOf = (id: FeedId, period: CandlePeriod): WantedCandles | null => {
    const plan = planChart(period, optionsOf(id, period));
    return plan && { key: `${id} ${period}`, id, plan, isLine: false };
  };
  const lineOf = (id: FeedId): WantedCandles | null => {
    const plan = planSparkline(optionsOf(id, '24h'));
    return plan && { key: `${id} line`, id, plan, isLine: true };
  };
  const rehearsalOf = (id: FeedId): WantedCandles | null => {
    const plan = planRehearsal({ now, resolutions });
    return plan && { key: `${id} rehearsal`, id, plan, isLine: false };
  };
  const daysOf = (id: FeedId): WantedCandles | null => {
    const plan = planDays({ now, resolutions });
    return plan && { key: `${id} days`, id, plan, isLine: false };
  };
  const found = [
    chart && chartOf(chart.feedId, chart.period),
    // A few long candles load fast, even from services that don't send many short ones.
    ...rehearsed.map((id) => chartOf(id, '30d')),
    // Of several prices at once, only these are used.
    ...(rehearsed.length === 1 ? rehearsed.map(rehearsalOf) : []),
    ...rows.map(lineOf),
    // For the highest and the lowest price of 52 weeks.
    chart && chartOf(chart.feedId, '1y'),
    ...rows.map(daysOf),
  ].filter((each) => each !== null);
  return found.filter(({ key }, index) => found.findIndex((each) => each.key === key) === index);
}
