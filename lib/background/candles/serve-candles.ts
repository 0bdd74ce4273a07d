import { toCandleLine, writeCandleLine } from '../../domain/history/candle-line.ts';
import { closuresOf } from '../../domain/history/place-in-time.ts';
import { attribute } from '../../domain/prices/attributes.ts';
import { timeZoneOf } from '../../domain/prices/schedule-grammar.ts';
import {
  HttpStatusError,
  InvalidResponseError,
  resolutionSeconds,
} from '../../history-service/index.ts';
import type { CandleStore, KnownCandles } from '../../storage/candles/candle-store.ts';
import type { CandleFacts } from '../../storage/values/candles.ts';
import type { CandleSource } from './candle-source.ts';
import { judgeByCandles } from './judge-starts.ts';
import { isRefusalOfRequest } from './range-limits.ts';
import { updateCandles } from './update-candles.ts';
import type { WantedCandles } from './wanted-candles.ts';

const MINUTE_MS = 60_000;
/** A rehearsal's last minutes hardly matter. */
const REHEARSAL_MS = 10 * MINUTE_MS;
/** Feeds without candles and refused feeds are requested again after this time. */
const REFUSED_MS = 60 * MINUTE_MS;

export interface CandleOutcome extends CandleFacts {
  /** The text of the row's line; `null`: unchanged. */
  line: string | null;
  /** How long the candles need no new request. */
  restMs: number;
}

interface ServeOptions {
  source: CandleSource;
  store: CandleStore;
  attributes: Record<string, string> | undefined;
  rank: number;
  signal: AbortSignal;
  /** Mark of the history service. */
  by: string;
}

/** Brings wanted candles up to date. @throws the signal's reason */
export async function serveCandles(
  { id, plan, isLine }: WantedCandles,
  { source, store, attributes, rank, signal, by }: ServeOptions,
): Promise<CandleOutcome> {
  const { symbols } = await source.info();
  signal.throwIfAborted();
  const symbol = (symbols ? symbols.get(id) : attribute(attributes, 'symbol')) ?? null;
  if (symbol === null) return { symbol, problem: 'none', line: null, restMs: REFUSED_MS };
  try {
    const task = { id, symbol, plan, wasClosed: closuresOf(attributes) };
    const timeZone = timeZoneOf(attributes);
    let dropped = 0;
    const known = await updateCandles(task, store, async (query) => {
      const page = await source.getCandles({ ...query, timeZone }, rank, signal);
      dropped += page.dropped;
      return page;
    });
    const verdict = { series: known, resolution: plan.resolution, by };
    if (!plan.isRehearsal) await judgeByCandles(id, verdict);
    const shortestMs = plan.isRehearsal ? REHEARSAL_MS : MINUTE_MS;
    const restMs = Math.max(shortestMs, resolutionSeconds(plan.resolution) * 1_000);
    const line = isLine ? lineOf(known, plan.visibleFrom) : null;
    return { symbol, problem: problemOfSeries(known, dropped), line, restMs };
  } catch (error) {
    signal.throwIfAborted();
    const problem = problemOf(error);
    const restMs = problem === 'failed' || problem === 'unreadable' ? MINUTE_MS : REFUSED_MS;
    return { symbol, problem, line: null, restMs };
  }
}

function problemOf(error: unknown): CandleFacts['problem'] {
  const status = error instanceof HttpStatusError ? error.status : 0;
  if (status === 404) return 'none';
  if (status === 401 || status === 403) return 'refused';
  if (error instanceof InvalidResponseError) return 'unreadable';
  // The same request would be refused again.
  return isRefusalOfRequest(error) ? 'rejected' : 'failed';
}

function problemOfSeries({ candles }: KnownCandles, dropped: number): CandleFacts['problem'] {
  if (candles.length > 0) return null;
  return dropped > 0 ? 'unreadable' : 'empty';
}

function lineOf(known: KnownCandles, from: number): string | null {
  const line = toCandleLine(known, from);
  return line && writeCandleLine(line);
}
