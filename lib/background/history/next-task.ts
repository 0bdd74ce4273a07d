import {
  chartTimes,
  chartStepSeconds,
  hourOf,
  isInOutline,
  sparklineTimes,
} from '../../domain/history/time-grid.ts';
import { CHANGE_PERIODS, isRolling, type ChangePeriod } from '../../domain/history/periods.ts';
import type { HistoryWanted } from '../../domain/history/wanted.ts';
import { rateKey, readPastPrice, type PastPrice } from '../../domain/history/past-price.ts';
import type { RecordStore } from '../../storage/history/records.ts';
import { lacksPoint, readSpark } from '../../domain/history/spark.ts';
import { currencyFeedIds } from '../../domain/currency/currency-feed.ts';
import { requiredTrustOf, type MarketSettings } from '../../domain/market/market.ts';
import { areUnsignedCandlesShown, candleFeeds, candleLines } from '../../storage/values/candles.ts';
import { connectionState } from '../../storage/values/connection.ts';
import { connectionMemory } from '../../storage/values/connection-memory.ts';
import { currencyFeeds, displayCurrency, neededFeedIds } from '../../storage/values/currency.ts';
import {
  everyChangeWanted,
  historyPause,
  historyWanted,
  references,
  sparklines,
} from '../../storage/values/history.ts';
import { missingFeeds } from '../../storage/values/prices.ts';
import { listView } from '../../storage/values/view.ts';
import {
  toSeconds,
  type FeedId,
  type UnixMilliseconds,
  type UnixSeconds,
} from '../../base/units.ts';
import { MAX_BATCH } from '../connection/ask-feeds.ts';

/** Shares of the request budget. The user waits for changes and sparkline outlines. */
export const SPARE = {
  reference: { sentAtMost: 5, pauseMs: 0 },
  outline: { sentAtMost: 5, pauseMs: 600 },
  backfill: { sentAtMost: 3, pauseMs: 1_500 },
} as const;

export const SPARKLINE_WITHIN_SECONDS = 600;

// If the local clock is slightly fast, the service has no price yet and a gap would be stored.
const SETTLED_AFTER_SECONDS = 60;

export type Task = {
  time: UnixSeconds;
  ids: FeedId[];
  /** How much later than `time` a stored sample may be, in seconds. */
  withinSeconds: number;
  grade: keyof typeof SPARE;
} & (
  | {
      goal: 'reference';
      period: ChangePeriod;
      keys: Wanted[];
    }
  | { goal: 'chart' | 'sparkline' }
);

/** `null`: not known. */
export type ChangeStart = (
  id: FeedId,
  period: ChangePeriod,
  nowSeconds: UnixSeconds,
) => UnixSeconds | null;

/** A past price for rows, and its storage key. */
interface Wanted {
  key: string;
  id: FeedId;
  time: UnixSeconds;
}

export type ProofRule = Pick<MarketSettings, 'signatures' | 'trust'>;

/**
 * The most important task: chosen changes, sparkline outlines, changes since the close and today,
 * other periods that a page shows, the open chart, the rest of the sparklines; `null`: none.
 */
export async function nextTask(
  records: RecordStore,
  nowMs: UnixMilliseconds,
  { rule, startOf }: { rule: ProofRule; startOf: ChangeStart },
): Promise<Task | null> {
  const [{ state }, pause, ids, missing, memory, { changePeriod }, wanted, isEvery, known] =
    await Promise.all([
      connectionState.getValue(),
      historyPause.getValue(),
      neededFeedIds(),
      missingFeeds.getValue(),
      connectionMemory.getValue(),
      listView.getValue(),
      historyWanted.getValue(),
      everyChangeWanted.getValue(),
      sparklines.getValue(),
    ]);
  if ((state !== 'live' && state !== 'polling') || nowMs < pause.until) return null;
  const now = Math.floor(toSeconds(nowMs));
  const { hasChart, hasLine } = await readCandleUse(rule);
  const apart = Object.values(memory.feeds.verdicts).flatMap((verdicts) => verdicts.apart.flat());
  const isSuspected = new Set(apart);
  const asked = ids.filter((id) => !Object.hasOwn(missing, id) && !isSuspected.has(id));
  // A chart has dozens of points, each of which would be refused.
  const isRefused = wanted !== null && missing[wanted.feedId] === 'not-covered';
  const chart = wanted === null || isRefused || hasChart(wanted.feedId) ? null : wanted;
  const times = sparklineTimes(now).filter((time) => isSettled(time, now));
  const lackingAt = (some: readonly UnixSeconds[]): Task | null =>
    nextForSparklines(
      asked.filter((id) => !hasLine(id)),
      some,
      known,
      requiredTrustOf(rule),
    );
  // A feed's details show the day's changes, which cost a few requests a day.
  const others = CHANGE_PERIODS.filter(
    (period) => period !== changePeriod && (isEvery || !isRolling(period)),
  );
  const reference = (periods: readonly ChangePeriod[]): Promise<Task | null> =>
    nextReference(asked, periods, now, { trust: rule.trust, startOf });
  return (
    (await reference([changePeriod])) ??
    lackingAt(times.filter(isInOutline)) ??
    (await reference(others)) ??
    (chart && (await nextForChart(records, chart, now))) ??
    lackingAt(times)
  );
}

/** Charts and lines drawn from candles need no single prices. */
async function readCandleUse(rule: ProofRule) {
  const [feeds, lines, areShown, currency] = await Promise.all([
    candleFeeds.getValue(),
    candleLines.getValue(),
    areUnsignedCandlesShown.getValue(),
    displayCurrency.getValue(),
  ]);
  const areUsed = requiredTrustOf(rule) === null || areShown;
  return {
    hasChart: (id: FeedId) => areUsed && feeds[id]?.problem === null,
    // Converted lines need both feeds' prices.
    hasLine: (id: FeedId) => areUsed && currency === null && Object.hasOwn(lines, id),
  };
}

async function nextReference(
  ids: readonly FeedId[],
  periods: readonly ChangePeriod[],
  now: UnixSeconds,
  { trust, startOf }: { trust: string; startOf: ChangeStart },
): Promise<Task | null> {
  for (const period of periods) {
    const known = await references[period].getValue();
    const wanted = await wantedReferences(ids, period, (id) => startOf(id, period, now));
    const lacking = wanted.filter(({ key, time }) => {
      const past = readPastPrice(known[key] ?? '');
      return past?.time !== time || isProofOutdated(past, trust);
    });
    const [first] = lacking;
    if (!first) continue;
    // Feeds close at different times, so each time is one request.
    const keys = lacking.filter(({ time }) => time === first.time).slice(0, MAX_BATCH);
    const batch = [...new Set(keys.map(({ id }) => id))];
    const { time } = first;
    const grade = 'reference';
    return { goal: 'reference', period, time, keys, ids: batch, withinSeconds: 0, grade };
  }
  return null;
}

/** Past prices that changes start from, with exchange rates of the same times. */
async function wantedReferences(
  ids: readonly FeedId[],
  period: ChangePeriod,
  startOf: (id: FeedId) => UnixSeconds | null,
): Promise<Wanted[]> {
  const own = ids.flatMap((id) => {
    const time = startOf(id);
    return time === null ? [] : [{ key: id, id, time }];
  });
  if (period !== 'close') return own;
  const rates = currencyFeedIds(await currencyFeeds.getValue()).filter((id) => ids.includes(id));
  const times = [...new Set(own.map(({ time }) => time))];
  return [
    ...own,
    ...times.flatMap((time) => rates.map((id) => ({ key: rateKey(id, time), id, time }))),
  ];
}

function isProofOutdated(past: PastPrice, trust: string): boolean {
  return past.gap === undefined && past.trust !== null && past.trust !== trust;
}

async function nextForChart(
  records: RecordStore,
  { feedId: id, period }: HistoryWanted,
  now: UnixSeconds,
): Promise<Task | null> {
  // Only candles reach back that far.
  if (period === 'all') return null;
  const times = chartTimes(period, now).filter((time) => isSettled(time, now));
  const withinSeconds = chartStepSeconds(period) - 1;
  const known = await records.read(id, Math.min(...times), now);
  const time = times.find((from) =>
    known.every(({ at }) => at < from || at > from + withinSeconds),
  );
  if (time === undefined) return null;
  return { goal: 'chart', time, ids: [id], withinSeconds, grade: 'backfill' };
}

function nextForSparklines(
  ids: readonly FeedId[],
  times: readonly UnixSeconds[],
  texts: Readonly<Record<FeedId, string>>,
  requiredTrust: string | null,
): Task | null {
  for (let first = 0; first < ids.length; first += MAX_BATCH) {
    const batch = ids.slice(first, first + MAX_BATCH);
    const sparks = new Map(batch.map((id) => [id, readSpark(texts[id] ?? '', requiredTrust)]));
    for (const time of times) {
      const lacking = batch.filter((id) => lacksPoint(sparks.get(id) ?? null, hourOf(time)));
      if (lacking.length === 0) continue;
      const grade = isInOutline(time) ? 'outline' : 'backfill';
      const withinSeconds = SPARKLINE_WITHIN_SECONDS;
      return { goal: 'sparkline', time, ids: lacking, withinSeconds, grade };
    }
  }
  return null;
}

function isSettled(time: UnixSeconds, now: UnixSeconds): boolean {
  return time <= now - SETTLED_AFTER_SECONDS;
}
