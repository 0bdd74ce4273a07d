import {
  openShareOf,
  planChart,
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
  /** The same for the same candles at any time. */
  key: string;
  id: FeedId;
  plan: CandlePlan;
  /** Whether they draw the line of the feed's row. */
  isLine: boolean;
}

interface Shown {
  chart: HistoryWanted | null;
  /** The feed of an alert that is being written. */
  rehearsed: FeedId | null;
  /** From top to bottom. */
  rows: readonly FeedId[];
}

/**
 * What pages show, the most important first: the open chart, what an alert is
 * rehearsed on, the rows, the year of the open feed.
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
  const found = [
    chart && chartOf(chart.feedId, chart.period),
    // Few long candles come soon, and from services that do not send so many short ones.
    rehearsed && chartOf(rehearsed, '30d'),
    rehearsed && rehearsalOf(rehearsed),
    ...rows.map(lineOf),
    // For the highest and the lowest price of 52 weeks.
    chart && chartOf(chart.feedId, '1y'),
  ].filter((each) => each !== null);
  return found.filter(({ key }, index) => found.findIndex((each) => each.key === key) === index);
}
