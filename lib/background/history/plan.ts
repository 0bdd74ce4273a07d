import {
  chartMoments,
  chartStepSeconds,
  hourOf,
  referenceMoment,
  sparklineMoments,
} from '../../history/moments.ts';
import { readPastPrice, type PastPrice } from '../../history/past-price.ts';
import type { RecordStore } from '../../history/records.ts';
import { lacksPoint, readSpark, type Spark } from '../../history/spark.ts';
import { connectionState } from '../../storage/connection.ts';
import { historyPause, historyWanted, references, sparklines } from '../../storage/history.ts';
import { missingFeeds } from '../../storage/prices.ts';
import { suspectedFeeds } from '../../storage/suspected-feeds.ts';
import { listView, type ChangePeriod } from '../../storage/view.ts';
import { watchlist } from '../../storage/watchlist.ts';
import { MAX_BATCH } from '../suspects.ts';

// A clock that is a little fast must not ask for what is not there yet: the answer is kept.
const SETTLED_AFTER_SECONDS = 60;

/** One moment at which prices are wanted, and of which feeds. */
export interface Task {
  goal: 'reference' | 'chart' | 'sparkline';
  period: ChangePeriod;
  /** Unix seconds. */
  moment: number;
  ids: string[];
  /** A kept sample may stand for the moment up to so many seconds after it. */
  withinSeconds: number;
}

/** The trust in force, and whether only prices that were proven under it count. */
export interface ProofRule {
  trust: string;
  isRequired: boolean;
}

/** All that the page shows of the past, in the order of its worth; `null`: nothing is wanted now. */
export async function nextTask(
  records: RecordStore,
  nowMs: number,
  rule: ProofRule,
): Promise<Task | null> {
  const [{ state }, pause, ids, missing, suspects, { changePeriod }, wanted] = await Promise.all([
    connectionState.getValue(),
    historyPause.getValue(),
    watchlist.getValue(),
    missingFeeds.getValue(),
    suspectedFeeds.getValue(),
    listView.getValue(),
    historyWanted.getValue(),
  ]);
  if ((state !== 'live' && state !== 'polling') || nowMs < pause.until) return null;
  const now = Math.floor(nowMs / 1_000);
  const isSuspected = new Set(suspects.ids);
  const asked = ids.filter((id) => !Object.hasOwn(missing, id) && !isSuspected.has(id));
  // A chart has dozens of moments, and each would be refused.
  const chart = wanted && missing[wanted.feedId] === 'not-covered' ? null : wanted;
  return (
    (await nextReference(asked, changePeriod, now, rule.trust)) ??
    (chart && (await nextOfChart(records, chart.feedId, chart.period, now))) ??
    (await nextOfSparklines(asked, now, rule.isRequired ? rule.trust : null))
  );
}

async function nextReference(
  ids: readonly string[],
  period: ChangePeriod,
  now: number,
  trust: string,
): Promise<Task | null> {
  const moment = referenceMoment(period, now);
  const known = await references[period].getValue();
  const lacking = ids.filter((id) => {
    const past = readPastPrice(known[id] ?? '');
    return past?.moment !== moment || isProofOutdated(past, trust);
  });
  if (lacking.length === 0) return null;
  const batch = lacking.slice(0, MAX_BATCH);
  return { goal: 'reference', period, moment, ids: batch, withinSeconds: 0 };
}

function isProofOutdated(past: PastPrice, trust: string): boolean {
  return past.gap === undefined && past.trust !== null && past.trust !== trust;
}

async function nextOfChart(
  records: RecordStore,
  id: string,
  period: ChangePeriod,
  now: number,
): Promise<Task | null> {
  const moments = chartMoments(period, now).filter((moment) => isSettled(moment, now));
  const withinSeconds = chartStepSeconds(period) - 1;
  const known = await records.read(id, Math.min(...moments), now);
  const moment = moments.find((from) =>
    known.every(({ at }) => at < from || at > from + withinSeconds),
  );
  if (moment === undefined) return null;
  return { goal: 'chart', period, moment, ids: [id], withinSeconds };
}

async function nextOfSparklines(
  ids: readonly string[],
  now: number,
  requiredTrust: string | null,
): Promise<Task | null> {
  const known = await sparklines.getValue();
  const moments = sparklineMoments(now).filter((moment) => isSettled(moment, now));
  for (let first = 0; first < ids.length; first += MAX_BATCH) {
    const batch = ids.slice(first, first + MAX_BATCH);
    const sparks = new Map<string, Spark | null>(
      batch.map((id) => [id, readSpark(known[id] ?? '', requiredTrust)]),
    );
    for (const moment of moments) {
      const lacking = batch.filter((id) => lacksPoint(sparks.get(id) ?? null, hourOf(moment)));
      if (lacking.length === 0) continue;
      const task = { goal: 'sparkline', period: '24h', moment, ids: lacking } as const;
      return { ...task, withinSeconds: SPARKLINE_WITHIN_SECONDS };
    }
  }
  return null;
}

const SPARKLINE_WITHIN_SECONDS = 600;

function isSettled(moment: number, now: number): boolean {
  return moment <= now - SETTLED_AFTER_SECONDS;
}
