import { openShareOf, planChart, type CandlePlan } from '../domain/history/chart-plan.ts';
import { chartEnd } from '../domain/history/last-trade.ts';
import type { CandlePeriod } from '../domain/history/periods.ts';
import type { AnySchedule } from '../domain/prices/schedule-grammar.ts';
import { readResolution } from '../history-service/index.ts';
import { candleStore, type KnownCandles } from '../storage/candles/candle-store.ts';
import { toSeconds, type FeedId } from '../base/units.ts';

export interface ChartCandles {
  known: KnownCandles;
  plan: CandlePlan;
}

/** The stored candles of a feed's chart; `null` without candles or a database. */
export async function readChartCandles(
  id: FeedId,
  period: CandlePeriod,
  schedule: AnySchedule,
): Promise<ChartCandles | null> {
  try {
    const service = await candleStore.readService();
    if (!service) return null;
    const now = Math.floor(toSeconds(Date.now()));
    const plan = planChart(period, {
      now: chartEnd(period, schedule, now),
      resolutions: service.resolutions.flatMap((text) => readResolution(text) ?? []),
      openShare: openShareOf(schedule),
    });
    const known = plan && (await candleStore.read(id, plan.resolution));
    return plan && known && known.candles.length > 1 ? { known, plan } : null;
  } catch {
    return null;
  }
}
