import { readPastPrice, writePastPrice, type PastPrice } from '../../domain/history/past-price.ts';
import { isBeforeSplit } from '../../domain/history/split.ts';
import {
  hasDates,
  readResolution,
  resolutionSeconds,
  type CandleSeries,
  type Resolution,
} from '../../history-service/index.ts';
import type { FeedId } from '../../base/units.ts';
import { candleStore, type CandleStore } from '../../storage/candles/candle-store.ts';
import { references } from '../../storage/values/history.ts';

/**
 * Marks the starts of a feed's changes that candles show to be before a split: a change from there
 * would be that of the number of shares.
 */
export async function markSplits(
  id: FeedId,
  series: CandleSeries,
  resolution: Resolution,
): Promise<void> {
  if (hasDates(resolution)) return;
  const step = resolutionSeconds(resolution);
  for (const item of Object.values(references)) {
    if (markedText((await item.getValue())[id], series, step) === null) continue;
    await item.update((texts) => {
      const marked = markedText(texts[id], series, step);
      return marked === null ? texts : { ...texts, [id]: marked };
    });
  }
}

/** The start of a change that follows a marked one: marked too, unless it is after the split. */
export async function markNextSplit(
  id: FeedId,
  past: PastPrice,
  store: Pick<CandleStore, 'read' | 'readService'> = candleStore,
): Promise<PastPrice> {
  const service = await store.readService().catch(() => null);
  for (const text of service?.resolutions ?? []) {
    const resolution = readResolution(text);
    if (resolution === null || hasDates(resolution)) continue;
    const series = await store.read(id, resolution).catch(() => null);
    if (series && isBeforeSplit(past, series, resolutionSeconds(resolution))) return split(past);
  }
  return past;
}

function markedText(text: string | undefined, series: CandleSeries, step: number): string | null {
  const past = text === undefined ? null : readPastPrice(text);
  return past && isBeforeSplit(past, series, step) ? writePastPrice(split(past)) : null;
}

function split({ time }: PastPrice): PastPrice {
  return { time, gap: 'split' };
}
