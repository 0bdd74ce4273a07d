import { hourOf, HOUR_SECONDS, longestDelaySeconds } from '../../history/moments.ts';
import {
  isPassing,
  readPastPrice,
  writePastPrice,
  type PastPrice,
} from '../../history/past-price.ts';
import type { HistoryRecord } from '../../history/sample.ts';
import { emptySpark, readSpark, withPoint, writeSpark } from '../../history/spark.ts';
import { toDecimal, type Decimal } from '../../prices/decimal.ts';
import { references, sparklines } from '../../storage/history.ts';
import type { ChangePeriod } from '../../storage/view.ts';
import { watchlist } from '../../storage/watchlist.ts';
import type { Task } from './plan.ts';

/**
 * Puts what is known of a task's moment where the rows read it.
 *
 * @param options `requiredTrust`: only what was proven under it counts for lines; `null`: all does
 */
export async function showRecords(
  task: Task,
  records: ReadonlyMap<string, HistoryRecord>,
  options: { nowMs: number; requiredTrust: string | null },
): Promise<void> {
  if (task.goal === 'chart' || records.size === 0) return;
  const followed = new Set(await watchlist.getValue());
  if (task.goal === 'reference') await showReferences(task, records, followed);
  else await showPoints(task, records, followed, options);
}

/**
 * Removes what rows show of feeds with a gap that another try may fill, so that it is asked for
 * again.
 *
 * @returns these feeds
 */
export async function hidePassingGaps(): Promise<string[]> {
  const ids = new Set<string>();
  for (const item of Object.values(references)) {
    await item.update((known) => {
      const gaps = Object.keys(known).filter((id) => hasPassingGap(known[id] ?? ''));
      for (const id of gaps) ids.add(id);
      return gaps.length === 0 ? known : without(known, gaps);
    });
  }
  if (ids.size > 0) await sparklines.update((known) => without(known, [...ids]));
  return [...ids];
}

function hasPassingGap(text: string): boolean {
  const gap = readPastPrice(text)?.gap;
  return gap !== undefined && isPassing(gap);
}

/** What a record says of the price at a moment. */
export function pastPriceOf(
  record: HistoryRecord,
  moment: number,
  period: ChangePeriod,
): PastPrice {
  if ('gap' in record) return { moment, gap: record.gap };
  if (record.time - moment > longestDelaySeconds(period)) return { moment, gap: 'late' };
  const { price, expo, trust } = record;
  return { moment, price, expo, trust };
}

async function showReferences(
  { period, moment }: Task,
  records: ReadonlyMap<string, HistoryRecord>,
  followed: ReadonlySet<string>,
): Promise<void> {
  const entries = [...records].map(([id, record]): [string, string] => [
    id,
    writePastPrice(pastPriceOf(record, moment, period)),
  ]);
  await references[period].update((known) => ({
    ...only(known, followed),
    ...Object.fromEntries(entries),
  }));
}

async function showPoints(
  { moment }: Task,
  records: ReadonlyMap<string, HistoryRecord>,
  followed: ReadonlySet<string>,
  { nowMs, requiredTrust }: { nowMs: number; requiredTrust: string | null },
): Promise<void> {
  const lastHour = hourOf(nowMs / 1_000);
  await sparklines.update((known) => {
    const entries = [...records].map(([id, record]): [string, string] => {
      const before = readSpark(known[id] ?? '', requiredTrust);
      const point = pointOf(record, moment, requiredTrust);
      const spark = before ?? emptySpark(lastHour, requiredTrust);
      return [id, writeSpark(withPoint(spark, hourOf(moment), point, lastHour))];
    });
    return { ...only(known, followed), ...Object.fromEntries(entries) };
  });
}

function pointOf(
  record: HistoryRecord,
  moment: number,
  requiredTrust: string | null,
): Decimal | null {
  if ('gap' in record || record.time >= moment + HOUR_SECONDS) return null;
  if (requiredTrust !== null && record.trust !== requiredTrust) return null;
  return toDecimal(record.price, record.expo);
}

function only(known: Record<string, string>, ids: ReadonlySet<string>): Record<string, string> {
  return Object.fromEntries(Object.entries(known).filter(([id]) => ids.has(id)));
}

function without(known: Record<string, string>, ids: readonly string[]): Record<string, string> {
  return Object.fromEntries(Object.entries(known).filter(([id]) => !ids.includes(id)));
}
