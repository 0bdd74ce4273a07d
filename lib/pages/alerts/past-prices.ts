import type { CandleHistory } from '../../domain/alerts/engine/candle-history.ts';
import type { MarketSessions } from '../../domain/alerts/engine/rehearse.ts';
import type { AlertPrice } from '../../domain/alerts/model/price.ts';
import {
  openShareOf,
  planChart,
  planRehearsal,
  type CandlePlan,
} from '../../domain/history/chart-plan.ts';
import { closuresOf, type WasClosed } from '../../domain/history/place-in-time.ts';
import type { CollectedPrice } from '../../domain/history/collected-price.ts';
import type { Basket } from '../../domain/holdings/basket.ts';
import { pastValues } from '../../domain/holdings/past-values.ts';
import type { FeedAttributes } from '../../domain/prices/attributes.ts';
import { HOUR_SECONDS, PERIOD_SECONDS } from '../../domain/history/time-grid.ts';
import { isMarketOpen, openTimes } from '../../domain/prices/market-schedule.ts';
import { parseSchedule, type AnySchedule } from '../../domain/prices/schedule-grammar.ts';
import {
  hasDates,
  readResolution,
  resolutionSeconds,
  type Candle,
} from '../../history-service/index.ts';
import { toMilliseconds, toSeconds, type FeedId, type UnixSeconds } from '../../base/units.ts';
import { candleStore, type SeriesName } from '../../storage/candles/candle-store.ts';
import { readCollectedPrices } from '../../storage/history/collected-prices.ts';

const DAY = 86_400;
const MONTH = PERIOD_SECONDS['30d'];
/** Fewer days are too few to say how often an alert triggers. */
export const FEWEST_DAYS = 2;
/** A longer time without candles while the market was open is a gap. */
const LONGEST_GAP = 6 * HOUR_SECONDS;

/** The known prices of a feed's last 30 days. */
export interface PastPrices {
  /** `null` if there are no candles, or less than two days of them. */
  readonly candles: (CandleHistory & { readonly days: number }) | null;
  /** Whether only closes are known, between which the alert may have triggered more often. */
  readonly areCloses?: boolean;
  /** Signed prices, with any gaps, oldest first. */
  readonly signed: {
    readonly prices: readonly AlertPrice[];
    readonly since: UnixSeconds;
    readonly days: number;
  };
  /** When the market was open. */
  readonly sessions: MarketSessions;
}

interface ReadOptions {
  attributes: FeedAttributes;
  areCandlesAllowed: boolean;
  /** `null`: unverified prices count too. */
  requiredTrust: string | null;
}

/** Reads the stored history on which alerts on a feed's price are rehearsed. */
export async function readPastPrices(id: FeedId, options: ReadOptions): Promise<PastPrices> {
  const now = Math.floor(toSeconds(Date.now()));
  const { attributes, areCandlesAllowed, requiredTrust } = options;
  const [candles, collected] = await Promise.all([
    // A missing database means no candles.
    areCandlesAllowed ? readCandles(id, attributes, now).catch(() => null) : null,
    readCollectedPrices(id, now - MONTH - DAY, now),
  ]);
  const usable = collected.filter(({ trust }) => requiredTrust === null || trust === requiredTrust);
  const first = usable[0]?.time ?? now;
  const since = Math.max(first, now - MONTH);
  const prices = usable.map((price) => toAlertPrice(price, parseSchedule(attributes)));
  const month = { since: now - MONTH, until: now };
  const sessions = { ...month, open: openTimes(parseSchedule(attributes), month.since, now) };
  return { candles, signed: { prices, since, days: daysBetween(since, now) }, sessions };
}

interface ValueOptions extends Pick<ReadOptions, 'areCandlesAllowed'> {
  attributes: Readonly<Record<FeedId, FeedAttributes>>;
}

/** Reads from the candles of its prices what a figure was in the last 30 days. */
export async function readPastValues(
  basket: Basket,
  { attributes, areCandlesAllowed }: ValueOptions,
): Promise<PastPrices> {
  const now = Math.floor(toSeconds(Date.now()));
  const none = { since: now, days: 0 };
  const [signed, sessions] = [
    { ...none, prices: [] },
    { ...none, until: now, open: [] },
  ];
  const all = await Promise.all(
    basket.feedIds.map(async (id) => {
      const known = areCandlesAllowed
        ? await readChartSeries(id, attributes[id] ?? {}, now).catch(() => null)
        : null;
      return known && ([id, known] as const);
    }),
  );
  const known = new Map(all.filter((each) => each !== null));
  const parts = [...known.values()];
  const series = parts.length < all.length ? null : pastValues(basket, known, now);
  if (!series) return { candles: null, signed, sessions };
  const since = Math.max(...parts.map((part) => part.since));
  const length = Math.max(...parts.map((part) => part.length));
  const days = Math.min(...parts.map((part) => part.days));
  return { candles: { series, length, since, days }, areCloses: true, signed, sessions };
}

async function readChartSeries(
  id: FeedId,
  attributes: FeedAttributes,
  now: UnixSeconds,
): Promise<PastPrices['candles']> {
  const plan = planChart('30d', await planOptions(attributes, now));
  return readSeries(id, plan?.resolution, plan, { attributes, now });
}

async function planOptions(attributes: FeedAttributes, now: UnixSeconds) {
  const service = await candleStore.readService();
  const resolutions = (service?.resolutions ?? []).flatMap((text) => readResolution(text) ?? []);
  return { now, resolutions, openShare: openShareOf(parseSchedule(attributes)) };
}

/** Reads the shortest candles, or if there are none, those of a 30-day chart. */
async function readCandles(
  id: FeedId,
  attributes: FeedAttributes,
  now: UnixSeconds,
): Promise<PastPrices['candles']> {
  const plan = planRehearsal(await planOptions(attributes, now));
  return (
    (await readSeries(id, 'rehearsal', plan, { attributes, now })) ??
    (await readChartSeries(id, attributes, now))
  );
}

async function readSeries(
  id: FeedId,
  name: SeriesName | undefined,
  plan: CandlePlan | null,
  { attributes, now }: { attributes: FeedAttributes; now: UnixSeconds },
): Promise<PastPrices['candles']> {
  const known = plan && name && (await candleStore.read(id, name));
  // The worker updates older candles.
  if (!known || hasDates(plan.resolution) || now - known.to > DAY) return null;
  const length = resolutionSeconds(plan.resolution);
  const wasClosed = closuresOf(attributes);
  const candles = afterLastHole(known.candles, length, wasClosed);
  const first = candles[0]?.start ?? now;
  const begins = now - MONTH;
  const isWhole = first <= begins + length || wasClosed(begins, first - 1);
  const since = isWhole ? begins : first;
  const days = daysBetween(since, now);
  if (days < FEWEST_DAYS) return null;
  return { series: { expo: known.expo, candles }, length, since, days };
}

/** Drops candles before the last gap: what happened in a gap is unknown. */
function afterLastHole(
  candles: readonly Candle[],
  length: number,
  wasClosed: WasClosed,
): readonly Candle[] {
  const begin = candles.findLastIndex(({ start }, index) => {
    const end = (candles[index - 1]?.start ?? start - length) + length;
    return start - end > LONGEST_GAP && !wasClosed(end, start - 1);
  });
  return begin < 0 ? candles : candles.slice(begin);
}

function toAlertPrice(collected: CollectedPrice, schedule: AnySchedule): AlertPrice {
  const { time, price, conf, expo, trust } = collected;
  const marketOpen = isMarketOpen(schedule, toMilliseconds(time));
  return {
    price,
    conf,
    expo,
    publishTime: time,
    slot: null,
    marketOpen,
    stale: false,
    isVerified: trust !== null,
  };
}

function daysBetween(since: UnixSeconds, now: UnixSeconds): number {
  return Math.floor((now - since + HOUR_SECONDS) / DAY);
}
