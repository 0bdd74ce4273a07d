import { exceededLimit } from '../base/http/answer-limits.ts';
import { readAnswer, readLongList, type ResponseSource } from '../base/http/answers.ts';
import { InvalidResponseError } from '../base/http/errors.ts';
import type { Redact } from '../base/http/redact.ts';
import type { UnixSeconds, FeedId } from '../base/units.ts';
import { z } from '../base/zod.ts';
import { buildCandles, type CandleSeries, type Range } from './candles.ts';
import { HistoryServiceError } from './errors.ts';
import { readUnixSeconds } from './figures.ts';
import { quoteNumbers } from './number-texts.ts';
import { DEFAULT_RESOLUTIONS, readResolution, type Resolution } from './resolutions.ts';
import { configSchema, feedSymbolSchema, historySchema } from './schemas.ts';

const MAX_BARS = 25_000;
/**
 * Limits for 25,000 bars of six numbers. 10,000 bars have 0.7 MiB, and larger responses would
 * occupy the thread for over 100 ms.
 */
export const LIMITS = { bytes: 3 * 2 ** 20, values: 151_000 };
/** Room for 6,000 symbols of 2 KB with 60 fields. */
export const SYMBOL_LIMITS = { bytes: 12 * 2 ** 20, values: 400_000 };
const LONGEST_ERRMSG = 300;

export interface CandlePage extends CandleSeries {
  /** Number of invalid bars. */
  readonly dropped: number;
  /** Start of the closest earlier bar, if the range has no bars and the service names one. */
  readonly nextTime: UnixSeconds | null;
}

export interface AnswerSource extends ResponseSource {
  redact: Redact;
}

/** Returns the defaults if `/config` names no resolution that we know. */
export function readConfig(text: string, source: AnswerSource): readonly Resolution[] {
  const { supported_resolutions: texts } = read(configSchema, text, source);
  const known = (texts ?? []).map(readResolution).filter((resolution) => resolution !== null);
  return known.length > 0 ? [...new Set(known)] : DEFAULT_RESOLUTIONS;
}

/** @throws HistoryServiceError for `error`; InvalidResponseError */
export function readHistory(
  text: string,
  range: Range,
  source: AnswerSource,
  toStart?: (time: UnixSeconds) => UnixSeconds,
): CandlePage {
  const answer = read(historySchema, text, source);
  if (answer.s === 'error') throw serviceError(answer.errmsg, source);
  const t = answer.t ?? [];
  const c = answer.c ?? [];
  // Only the close is mandatory.
  const { o = c, h = c, l = c } = withoutNulls(answer);
  const issue = issueOf({ t, c, o, h, l });
  if (issue) throw new InvalidResponseError(source.endpoint, source.status, [issue]);
  const { expo, candles, dropped } = buildCandles({ t, o, h, l, c }, range, toStart);
  const nextTime = candles.length > 0 ? null : readUnixSeconds(answer.nextTime);
  return { expo, candles, dropped, nextTime };
}

function read<Schema extends z.ZodMiniType>(
  schema: Schema,
  text: string,
  source: AnswerSource,
): z.output<Schema> {
  const exceeded = exceededLimit(text, LIMITS);
  if (exceeded === null) return readAnswer(schema, quoteNumbers(text), source);
  throw new InvalidResponseError(source.endpoint, source.status, [`body: ${exceeded}`]);
}

function serviceError(
  errmsg: string | null | undefined,
  { endpoint, redact }: AnswerSource,
): HistoryServiceError {
  return new HistoryServiceError(endpoint, redact(errmsg ?? '').slice(0, LONGEST_ERRMSG));
}

type Lists = Record<'o' | 'h' | 'l', unknown[]>;

function withoutNulls({
  o,
  h,
  l,
}: {
  [Key in keyof Lists]?: unknown[] | null | undefined;
}): Partial<Lists> {
  return { ...(o && { o }), ...(h && { h }), ...(l && { l }) };
}

function issueOf(lists: Lists & Record<'t' | 'c', unknown[]>): string | null {
  const { length } = lists.t;
  if (length > MAX_BARS) return `t: more than ${MAX_BARS} bars`;
  const unequal = Object.entries(lists).find(([, list]) => list.length !== length);
  return unequal ? `${unequal[0]}: not as many as t` : null;
}

/** Invalid entries, and entries that the price service lacks, are left out. */
const entrySchema = z.catch(z.nullable(feedSymbolSchema), null);

/**
 * Reads `/v1/symbols`: the symbol of each feed, by feed id. Of several entries for one feed, a
 * stable entry counts, or else the first.
 * @throws InvalidResponseError if the response is not a list or exceeds the limits
 */
export async function readFeedSymbols(
  text: string,
  source: ResponseSource,
): Promise<ReadonlyMap<FeedId, string>> {
  const entries = await readLongList(entrySchema, text, { ...source, limits: SYMBOL_LIMITS });
  const byId = new Map<FeedId, z.infer<typeof feedSymbolSchema>>();
  for (const entry of entries) {
    if (entry === null) continue;
    const known = byId.get(entry.hermes_id);
    if (known && (known.state === 'stable' || entry.state !== 'stable')) continue;
    byId.set(entry.hermes_id, entry);
  }
  return new Map([...byId].map(([id, { symbol }]) => [id, symbol]));
}
