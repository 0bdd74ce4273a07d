import { filterKeys } from '../../base/filter-keys.ts';
import { longestStartDelay } from '../../domain/history/change-start.ts';
import { historyServiceInUse } from '../samples/services-in-use.ts';
import { hourOf, HOUR_SECONDS } from '../../domain/history/time-grid.ts';
import {
  isRetryable,
  readPastPrice,
  writePastPrice,
  type PastPrice,
} from '../../domain/history/past-price.ts';
import type { HistoryRecord } from '../../domain/history/collected-price.ts';
import { emptySpark, readSpark, withPoint, writeSpark } from '../../domain/history/spark.ts';
import { toDecimal, type Decimal } from '../../domain/prices/decimal.ts';
import { neededFeedIds } from '../../storage/values/currency.ts';
import { references, sparklines } from '../../storage/values/history.ts';
import type { ChangePeriod } from '../../domain/history/periods.ts';
import {
  toSeconds,
  type FeedId,
  type UnixMilliseconds,
  type UnixSeconds,
} from '../../base/units.ts';
import type { Task } from './next-task.ts';

interface PointOptions {
  nowMs: UnixMilliseconds;
  /** `null`: unverified prices count. */
  requiredTrust: string | null;
}

/** Stores what rows show: past prices for changes, points for sparklines. */
export async function storeForRows(
  task: Task,
  records: ReadonlyMap<FeedId, HistoryRecord>,
  options: PointOptions,
): Promise<void> {
  if (task.goal === 'chart' || records.size === 0) return;
  if (task.goal === 'reference') await storeReferences(task, records);
  else await storePoints(task.time, records, options);
}

/** @param time a full hour */
export async function storePoints(
  time: UnixSeconds,
  records: ReadonlyMap<FeedId, HistoryRecord>,
  { nowMs, requiredTrust }: PointOptions,
): Promise<void> {
  const followed = new Set(await neededFeedIds());
  const lastHour = hourOf(toSeconds(nowMs));
  await sparklines.update((known) => {
    const entries = [...records].map(([id, record]): [string, string] => {
      const before = readSpark(known[id] ?? '', requiredTrust);
      const point = pointOf(record, time, requiredTrust);
      const spark = before ?? emptySpark(lastHour, requiredTrust);
      return [id, writeSpark(withPoint(spark, hourOf(time), point, lastHour))];
    });
    return { ...filterKeys(known, (id) => followed.has(id)), ...Object.fromEntries(entries) };
  });
}

/**
 * Removes references and sparklines with a gap that another request may fill. Resolves with the
 * feed ids.
 */
export async function removeRetryableGaps(): Promise<string[]> {
  const ids = new Set<string>();
  for (const item of Object.values(references)) {
    const { before, after } = await item.update((known) =>
      filterKeys(known, (id) => !hasRetryableGap(known[id] ?? '')),
    );
    for (const id of Object.keys(before)) if (!Object.hasOwn(after, id)) ids.add(id);
  }
  if (ids.size > 0) await sparklines.update((known) => filterKeys(known, (id) => !ids.has(id)));
  return [...ids];
}

export async function clearRowHistory(): Promise<void> {
  const items = [...Object.values(references), sparklines];
  await Promise.all(items.map((item) => item.update(() => ({}))));
}

function hasRetryableGap(text: string): boolean {
  const gap = readPastPrice(text)?.gap;
  return gap !== undefined && isRetryable(gap);
}

function pastPriceOf(record: HistoryRecord, time: UnixSeconds, period: ChangePeriod): PastPrice {
  if ('gap' in record) return { time, gap: record.gap };
  if (record.time - time > longestStartDelay(period)) return { time, gap: 'late' };
  const { price, expo, trust } = record;
  return { time, price, expo, trust };
}

async function storeReferences(
  { period, time, keys }: Extract<Task, { goal: 'reference' }>,
  records: ReadonlyMap<FeedId, HistoryRecord>,
): Promise<void> {
  const followed = new Set(await neededFeedIds());
  const isJudged = (await historyServiceInUse()) !== null;
  const entries = keys.flatMap(({ key, id }) => {
    const record = records.get(id);
    if (!record) return [];
    const past = pastPriceOf(record, time, period);
    const isAsked = isJudged && key === id && past.gap === undefined;
    const start = isAsked ? { ...past, verdict: { is: 'asked', by: '' } as const } : past;
    return [[key, writePastPrice(start)] as const];
  });
  await references[period].update((known) =>
    withoutOldRates({ ...known, ...Object.fromEntries(entries) }, followed),
  );
}

/** Drops feeds that left the watchlist and exchange rates at the closes of earlier days. */
function withoutOldRates(
  texts: Record<string, string>,
  followed: ReadonlySet<FeedId>,
): Record<string, string> {
  const own = filterKeys(texts, (id) => followed.has(id));
  const times = new Set(Object.values(own).map((text) => text.split(' ', 1)[0]));
  const rates = Object.entries(texts).filter(([key]) => {
    const [id = '', time] = key.split('@');
    return time !== undefined && followed.has(id) && times.has(time);
  });
  return { ...own, ...Object.fromEntries(rates) };
}

function pointOf(
  record: HistoryRecord,
  time: UnixSeconds,
  requiredTrust: string | null,
): Decimal | null {
  if ('gap' in record || record.time >= time + HOUR_SECONDS) return null;
  if (requiredTrust !== null && record.trust !== requiredTrust) return null;
  return toDecimal(record.price, record.expo);
}
