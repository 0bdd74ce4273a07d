import { openShareOf, planChart, type CandlePlan } from '../domain/history/chart-plan.ts';
import { chartEnd } from '../domain/history/last-trade.ts';
import { rangeOf, type HighLow } from '../domain/history/period.ts';
import type { CandlePeriod } from '../domain/history/periods.ts';
import type { AnySchedule } from '../domain/prices/schedule-grammar.ts';
import { PERIOD_SECONDS } from '../domain/history/time-grid.ts';
import { hasDates, readResolution } from '../history-service/index.ts';
import { candleStore, type KnownCandles } from '../storage/candles/candle-store.ts';
import { toSeconds, type FeedId, type UnixSeconds } from '../base/units.ts';

export interface ChartCandles {
  known: KnownCandles;
  plan: CandlePlan;
}

/**
 * The lowest and the highest price of a period in all stored candles, so that no period has a higher
 * low than a shorter one: its candles may be newer. `null` without candles.
 *
 * @param until the time of the last price that counts
 */
export async function readCandleRange(
  id: FeedId,
  period: CandlePeriod,
  until: UnixSeconds,
): Promise<HighLow | null> {
  // The day of a candle may begin 14 hours before its date in UTC.
  const mayBeDays = period === '1y' || period === 'all';
  const from = period === 'all' ? 0 : toSeconds(Date.now()) - PERIOD_SECONDS[period];
  try {
    const service = await candleStore.readService();
    const names = (service?.resolutions ?? []).flatMap((text) => readResolution(text) ?? []);
    const usable = names.filter((name) => mayBeDays || !hasDates(name));
    const all = await Promise.all(usable.map((name) => candleStore.read(id, name)));
    return rangeOf(
      all.flatMap((known) =>
        (known?.candles ?? [])
          .filter(({ start }) => start >= from && start <= until)
          .map(({ high, low }) => ({
            high: { mantissa: high, expo: known?.expo ?? 0 },
            low: { mantissa: low, expo: known?.expo ?? 0 },
          })),
      ),
    );
  } catch {
    return null;
  }
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
