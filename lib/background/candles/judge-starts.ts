import {
  readPastPrice,
  writePastPrice,
  type PastPrice,
  type Verdict,
} from '../../domain/history/past-price.ts';
import { isBeforeSplit, isFar } from '../../domain/history/split.ts';
import { toDecimal } from '../../domain/prices/decimal.ts';
import type { StoredPrice } from '../../domain/prices/stored-price.ts';
import { hasDates, resolutionSeconds, type Resolution } from '../../history-service/index.ts';
import type { FeedId, UnixSeconds } from '../../base/units.ts';
import type { KnownCandles } from '../../storage/candles/candle-store.ts';
import { references } from '../../storage/values/history.ts';

// Candles judge the starts of changes: if a start is from before a split, most of the change would
// come from the number of shares. Candles are not signed, so a verdict is stored beside the signed
// price, and counts only while its service is in use.

export interface Start {
  readonly id: FeedId;
  readonly time: UnixSeconds;
}

/** A fifth, so that most verdicts are known before a change becomes large, even a converted one. */
const DOUBTFUL = 5n;

/**
 * The starts of large changes that candles have not judged yet.
 *
 * @param texts by feed, for each period
 */
export function startsInDoubt(
  texts: ReadonlyArray<Readonly<Record<string, string>>>,
  prices: ReadonlyMap<FeedId, Pick<StoredPrice, 'price' | 'expo'>>,
): Start[] {
  const starts = texts.flatMap(Object.entries<string>).flatMap(([id, text]): Start[] => {
    const price = text.endsWith(' ?') ? prices.get(id) : undefined;
    const past = price && readPastPrice(text);
    const from = past?.gap === undefined && past ? toDecimal(past.price, past.expo) : null;
    const to = price && toDecimal(price.price, price.expo);
    return past && from && to && isFar(from, to, DOUBTFUL) ? [{ id, time: past.time }] : [];
  });
  return [...new Map(starts.map((start) => [`${start.id} ${start.time}`, start])).values()];
}

/**
 * Asks again about what another history service has judged.
 *
 * @param by mark of the service in use; `null`: none, so the signed prices stand alone
 */
export function followHistoryService(by: string | null): Promise<void> {
  return judgeStarts(({ verdict }) => {
    if (by === null) return undefined;
    return verdict?.by === by ? verdict : { is: 'asked', by: '' };
  });
}

/** The verdict of a feed's candles, which may differ from an earlier one. */
export async function judgeByCandles(
  id: FeedId,
  { series, resolution, by }: { series: KnownCandles; resolution: Resolution; by: string },
): Promise<void> {
  if (hasDates(resolution)) return;
  const step = resolutionSeconds(resolution);
  await judgeStarts((past) => {
    const isBefore = isBeforeSplit(past, series, step);
    if (isBefore === null || past.verdict === undefined) return past.verdict;
    if (isBefore) return { is: 'split', by };
    // Most starts are never in doubt, and need not be stored again.
    return past.verdict.is === 'split' ? { is: 'kept', by } : past.verdict;
  }, id);
}

/**
 * Ends the doubt about a start. Without candles there is no evidence: real markets move by a quarter,
 * so the change is shown.
 */
export function keepStart({ id, time }: Start, by: string): Promise<void> {
  return judgeStarts(
    ({ verdict, ...past }) =>
      past.time === time && verdict?.is === 'asked' ? { is: 'kept', by } : verdict,
    id,
  );
}

type SignedStart = Extract<PastPrice, { gap?: undefined }>;
type Judge = (past: SignedStart) => Verdict | undefined;

/**
 * Exchange rates at other feeds' times are not judged.
 *
 * @param only the feed whose starts are judged; missing: every feed's
 */
async function judgeStarts(judge: Judge, only?: FeedId): Promise<void> {
  const judged = (texts: Record<string, string>): Record<string, string> => {
    const changed = (only === undefined ? Object.keys(texts) : [only]).flatMap((key) => {
      const text = texts[key];
      const past = text === undefined || key.includes('@') ? null : readPastPrice(text);
      if (!past || past.gap !== undefined) return [];
      const now = writePastPrice({ ...past, verdict: judge(past) });
      return now === text ? [] : [[key, now] as const];
    });
    return changed.length === 0 ? texts : { ...texts, ...Object.fromEntries(changed) };
  };
  const items = Object.values(references);
  const stored = await Promise.all(items.map((item) => item.getValue()));
  for (const [index, item] of items.entries()) {
    const texts = stored[index];
    if (texts && judged(texts) !== texts) await item.update(judged);
  }
}
