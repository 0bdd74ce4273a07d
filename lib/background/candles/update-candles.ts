import type { WasClosed } from '../../domain/history/place-in-time.ts';
import { newestRange, secondRange, type CandlePlan } from '../../domain/history/chart-plan.ts';
import { mergeCandles } from '../../domain/history/merge-candles.ts';
import type { CandlePage, CandleQuery, CandleSeries } from '../../history-service/index.ts';
import type { CandleStore, KnownCandles } from '../../storage/candles/candle-store.ts';
import type { FeedId } from '../../base/units.ts';

interface CandleTask {
  id: FeedId;
  symbol: string;
  plan: CandlePlan;
  wasClosed: WasClosed;
}

type Ask = (query: CandleQuery) => Promise<CandlePage>;

/**
 * Brings the stored candles of a plan up to date, with one request or two. Returns all of them.
 * @throws whatever the client throws
 */
export async function updateCandles(
  task: CandleTask,
  store: CandleStore,
  ask: Ask,
): Promise<KnownCandles> {
  const { id, plan } = task;
  // Without a database, everything is requested each time.
  const known = await store.read(id, plan.resolution).catch(() => null);
  const newer = known && (await withNewest(known, task, ask));
  const { from, series } = newer ?? (await askForAll(task, ask));
  const updated = { ...series, from, to: plan.to, storedAt: Date.now() };
  await store.write(id, plan.resolution, updated).catch(() => undefined);
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
  if (isAdjusted(settled, page) || secondRange({ ...plan, ...range }, page, wasClosed)) return null;
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

async function askForAll({ symbol, plan, wasClosed }: CandleTask, ask: Ask): Promise<Asked> {
  const { resolution, from, to } = plan;
  const page = await ask({ symbol, resolution, from, to });
  const rest = secondRange(plan, page, wasClosed);
  if (!rest) return { from, series: page };
  const earlier = await ask({ symbol, resolution, ...rest });
  return { from: Math.min(from, rest.from), series: mergeCandles(earlier, page) };
}
