import { historyStored } from '../values/history.ts';
import type { FeedId, UnixSeconds } from '../../base/units.ts';
import { historyRecords } from './records.ts';
import { samplesOf, type Sample } from '../../domain/history/sample.ts';

// A record's time may be this long before its publish time.
const LONGEST_DELAY_SECONDS = 3_600;

/**
 * One feed's samples published in a range, in order, without repeated publish times. Empty without
 * a database.
 */
export async function readSamples(
  feedId: FeedId,
  fromSeconds: UnixSeconds,
  toSeconds: UnixSeconds,
): Promise<Sample[]> {
  try {
    const from = fromSeconds - LONGEST_DELAY_SECONDS;
    const records = await historyRecords.read(feedId, from, toSeconds);
    return samplesOf(records, fromSeconds, toSeconds);
  } catch {
    console.warn('Stored past prices could not be read.');
    return [];
  }
}

/** Calls back when there may be new samples. Returns a function that stops watching. */
export function watchSamples(onNewSamples: () => void): () => void {
  return historyStored.watch(onNewSamples);
}
