import type { WasClosed } from '../../domain/history/place-in-time.ts';
import {
  MAX_BARS,
  missingRange,
  newestRange,
  type CandlePlan,
} from '../../domain/history/chart-plan.ts';
import { mergeCandles } from '../../domain/history/merge-candles.ts';
import {
  resolutionSeconds,
  type CandleQuery,
  type CandleSeries,
} from '../../history-service/index.ts';
import type { CandleStore, KnownCandles, SeriesName } from '../../storage/candles/candle-store.ts';
import { startOfDay } from '../../base/days.ts';
import { toSeconds, type FeedId } from '../../base/units.ts';
import type { GrantedPage } from './range-limits.ts';

interface CandleTask {
  id: FeedId;
  symbol: string;
  plan: CandlePlan;
  wasClosed: WasClosed;
}

/**
 * For one page: the shortest candles of a day take five responses of 288, a year of hourly candles
 * eight ranges of 46 days.
 */
const MAX_REQUESTS = 8;

type Ask = (query: CandleQuery) => Promise<GrantedPage>;

/** The name that a plan's candles are stored under. */
export function seriesOf({ resolution, isRehearsal, isStart }: CandlePlan): SeriesName {
  if (isStart) return 'start';
  return isRehearsal ? 'rehearsal' : resolution;
}

/**
 * Brings the stored candles of a plan up to date, with one to five requests per 20,000 candles.
 * Returns all candles of the plan.
 * @throws whatever the client throws
 */
export async function updateCandles(
  task: CandleTask,
  store: CandleStore,
  ask: Ask,
): Promise<KnownCandles> {
  const { id, plan } = task;
  // Without a database, everything is requested each time.
  const known = await store.read(id, seriesOf(plan)).catch(() => null);
  const storedOn = known && startOfDay(toSeconds(known.storedAt));
  if (known && plan.areDays && storedOn === startOfDay(plan.to)) return known;
  const newer = known && (await withNewest(known, task, ask));
  const { from, series } = newer ?? (await askForAll(task, ask));
  const updated = { ...trimmed({ from, ...series }, plan), to: plan.to, storedAt: Date.now() };
  await store.write(id, seriesOf(plan), updated).catch(() => undefined);
  return updated;
}

interface Asked {
  from: number;
  series: CandleSeries;
}

/** `null` if the known candles don't reach back far enough or were adjusted. */
async function withNewest(
  known: KnownCandles,
  { symbol, plan, wasClosed }: CandleTask,
  ask: Ask,
): Promise<Asked | null> {
  if (known.from > plan.from || known.to < plan.from || known.candles.length < 2) return null;
  // Includes the last final candle, to see whether the service changed it.
  const settled = { ...known, candles: known.candles.slice(0, -1) };
  const range = newestRange({ ...plan, from: known.from }, settled);
  const page = await ask({ symbol, resolution: plan.resolution, ...range });
  if (isAdjusted(settled, page) || restOf({ ...plan, ...range }, page, wasClosed)) return null;
  return { from: known.from, series: mergeCandles(known, page) };
}

/** Whether the service has changed a final candle, as after a split. */
function isAdjusted(settled: CandleSeries, page: CandleSeries): boolean {
  const last = settled.candles.at(-1);
  const now = page.candles.find(({ start }) => start === last?.start);
  if (!last?.isFinal || !now) return false;
  const expo = Math.min(settled.expo, page.expo);
  const scaled = (close: bigint, of: CandleSeries): bigint => close * 10n ** BigInt(of.expo - expo);
  return scaled(last.close, settled) !== scaled(now.close, page);
}

/** Requests the newest page first. */
async function askForAll(task: CandleTask, ask: Ask): Promise<Asked> {
  const { plan } = task;
  const length = resolutionSeconds(plan.resolution);
  // Bars start at multiples of their length. No bar may fall between two pages.
  const first = Math.ceil(plan.to / length) - MAX_BARS;
  const from = Math.max(plan.from, first * length);
  const page = await askForPage({ ...task, plan: { ...plan, from } }, ask);
  if (from === plan.from) return page;
  const earlier = await askForAll({ ...task, plan: { ...plan, to: from - length } }, ask);
  return { from: earlier.from, series: mergeCandles(earlier.series, page.series) };
}

/** Some services send only a few hundred candles in a response. */
async function askForPage({ symbol, plan, wasClosed }: CandleTask, ask: Ask): Promise<Asked> {
  const { resolution, from, to } = plan;
  let page = await ask({ symbol, resolution, from, to });
  const asked: Asked = { from, series: page };
  for (let requests = 1; requests < MAX_REQUESTS; requests += 1) {
    const rest = restOf(plan, page, wasClosed);
    if (!rest) break;
    page = await ask({ symbol, resolution, ...rest });
    asked.series = mergeCandles(page, asked.series);
    asked.from = Math.min(from, rest.from);
    if (page.candles.length === 0 || rest.from < from) break;
  }
  return asked;
}

/** The range of the next request, if the service refused or left out a part. */
function restOf(plan: CandlePlan, page: GrantedPage, wasClosed: WasClosed) {
  return page.askedFrom > plan.from
    ? { from: plan.from, to: page.askedFrom - 1 }
    : missingRange(plan, page, wasClosed);
}

/** Drops older candles that no chart shows, which would pile up day by day. */
function trimmed<T extends CandleSeries>(series: T, plan: CandlePlan): T {
  if (!plan.isRehearsal && !plan.isStart) return series;
  const { from } = plan;
  return { ...series, from, candles: series.candles.filter(({ start }) => start >= from) };
}
