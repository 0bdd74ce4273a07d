import { readCandleLine, type CandleLine } from '../../domain/history/candle-line.ts';
import { isRolling, type CandlePeriod } from '../../domain/history/periods.ts';
import { readSpark } from '../../domain/history/spark.ts';
import { requiredTrustOf } from '../../domain/market/market.ts';
import { routeIn, shownSpark } from '../../domain/market/shown.ts';
import { FEWEST_POINTS, fewestPoints } from '../../domain/history/spark-path.ts';
import { HOUR_SECONDS } from '../../domain/history/time-grid.ts';
import { toDecimal, toNumber, type Decimal } from '../../domain/prices/decimal.ts';
import { parseSchedule } from '../../domain/prices/schedule-grammar.ts';
import { readChartCandles } from '../chart-candles.ts';
import { toSeconds, type FeedId, type UnixSeconds } from '../../base/units.ts';
import { readCollectedPrices } from '../../storage/history/collected-prices.ts';
import { areUnsignedCandlesShown, candleLines } from '../../storage/values/candles.ts';
import { sparklines } from '../../storage/values/history.ts';
import type { ListedFeed, WatchlistSnapshot } from './watchlist-snapshot.ts';

/** The prices of a change's period. */
export interface ChartLine {
  /** `at`: from 0, the start of the period, to 1, now. Empty while too few prices are known. */
  points: readonly { at: number; value: number }[];
  start: number;
}

type Points = ChartLine['points'];
type ChangeFrom = NonNullable<ListedFeed['changeFrom']>;

// Candles are fetched only after they end.
const LONGEST_GAP_SECONDS = 2 * HOUR_SECONDS;

interface Stored extends Pick<WatchlistSnapshot, 'market' | 'changePeriod'> {
  texts: Readonly<Record<FeedId, string>>;
  candles: Readonly<Record<FeedId, string>>;
  areCandlesShown: boolean;
  /** `null`: every price counts. */
  requiredTrust: string | null;
  nowSeconds: UnixSeconds;
}

/** Reads the lines of feeds with a known change. */
export async function readLines(snapshot: WatchlistSnapshot): Promise<Map<FeedId, ChartLine>> {
  const stored = await readStored(snapshot);
  const found = await Promise.all(
    snapshot.feeds.map(async (feed): Promise<[FeedId, ChartLine][]> => {
      const { price, changeFrom } = feed;
      const latest = price && toDecimal(price.price, price.expo);
      if (!latest || !changeFrom) return [];
      const points = (await pointsOf(feed, changeFrom, stored)) ?? [];
      const ending = points.length > 0 ? [{ at: 1, value: toNumber(latest) }] : [];
      const start = toNumber(changeFrom.price);
      return [[feed.id, { points: [...points, ...ending], start }]];
    }),
  );
  return new Map(found.flat());
}

async function readStored({ market, changePeriod, atMs }: WatchlistSnapshot): Promise<Stored> {
  const [texts, candles, mayShowCandles] = await Promise.all([
    sparklines.getValue(),
    candleLines.getValue(),
    areUnsignedCandlesShown.getValue(),
  ]);
  const requiredTrust = requiredTrustOf(market);
  const areCandlesShown = requiredTrust === null || mayShowCandles;
  const nowSeconds = toSeconds(atMs);
  return { texts, candles, areCandlesShown, market, changePeriod, requiredTrust, nowSeconds };
}

/** Uses candles if there are any, otherwise signed prices: all stored ones, or hourly ones. */
async function pointsOf(
  feed: ListedFeed,
  from: ChangeFrom,
  stored: Stored,
): Promise<Points | null> {
  const { changePeriod: period } = stored;
  const isDay = period === '24h';
  if (feed.convertedTo !== null) return isDay ? hourly(feed, from, stored) : null;
  return (
    (stored.areCandlesShown && isRolling(period) && (await fromChart(feed, period, stored))) ||
    (stored.areCandlesShown && isDay && fromCandles(feed, stored)) ||
    (await fromCollected(feed.id, from.time, stored)) ||
    (isDay ? hourly(feed, from, stored) : null)
  );
}

/** Uses the candles of the feed's own chart, which are finer than those of its row. */
async function fromChart(
  feed: ListedFeed,
  period: CandlePeriod,
  stored: Stored,
): Promise<Points | null> {
  const schedule = parseSchedule(stored.market.attributes[feed.id]);
  const read = await readChartCandles(feed.id, period, schedule);
  const candles = read?.known.candles.filter(({ start }) => start >= read.plan.visibleFrom) ?? [];
  const lastStart = candles.at(-1)?.start ?? 0;
  const points = candles.map(({ close }) => close);
  return lineOf(feed, { expo: read?.known.expo ?? 0, points, lastStart }, stored);
}

function fromCandles(feed: ListedFeed, stored: Stored): Points | null {
  const line = readCandleLine(stored.candles[feed.id] ?? '');
  return line && lineOf(feed, line, stored);
}

function lineOf(
  { parts }: ListedFeed,
  { lastStart, expo, points }: CandleLine,
  { nowSeconds }: Stored,
): Points | null {
  const isClosed = parts.some(
    ({ condition }) => condition === 'closed' || condition === 'after-hours',
  );
  if (!isClosed && nowSeconds - lastStart > LONGEST_GAP_SECONDS) return null;
  return enough(
    points.map((mantissa, at) => ({ at: at / points.length, value: toNumber({ mantissa, expo }) })),
  );
}

async function fromCollected(
  id: FeedId,
  from: UnixSeconds,
  { requiredTrust, nowSeconds }: Stored,
): Promise<Points | null> {
  const prices = await readCollectedPrices(id, from, Math.ceil(nowSeconds));
  return enough(
    prices.flatMap(({ time, price, expo, trust }) => {
      if (requiredTrust !== null && trust !== requiredTrust) return [];
      return pointAt((time - from) / (nowSeconds - from), toDecimal(price, expo));
    }),
  );
}

/** One point an hour, like the row's sparkline. */
function hourly(feed: ListedFeed, from: ChangeFrom, stored: Stored): Points | null {
  const { texts, requiredTrust, nowSeconds } = stored;
  const text = shownSpark(routeIn(stored.market, feed.id), feed.id, texts, requiredTrust);
  const spark = readSpark(text ?? '', requiredTrust);
  if (!spark) return null;
  const { firstHour, expo, points } = spark;
  const hours = points.flatMap((mantissa, index) => {
    const after = (firstHour + index) * HOUR_SECONDS - from.time;
    if (mantissa === null || mantissa === undefined || after <= 0) return [];
    return pointAt(after / (nowSeconds - from.time), { mantissa, expo });
  });
  return enough([...pointAt(0, from.price), ...hours], fewestPoints(spark));
}

function pointAt(at: number, price: Decimal | null): Points {
  return price && at <= 1 ? [{ at, value: toNumber(price) }] : [];
}

/** The latest price will follow them. */
function enough(points: Points, fewest = FEWEST_POINTS): Points | null {
  return points.length + 1 < fewest ? null : points;
}
