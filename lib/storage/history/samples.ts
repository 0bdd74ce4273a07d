import { historyStored } from '../values/history.ts';
import type { FeedId, UnixSeconds } from '../../base/units.ts';
import { historyRecords } from './records.ts';
import { samplesOf, type Sample } from '../../domain/history/sample.ts';

// A record's time may be this long before its publish time.
const LONGEST_DELAY_SECONDS = 3_600;

/**
 * One feed's samples published in a range, in order, each publish time once. Empty without a
 * database.
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

/** There may be new samples. Returns a function that stops this. */
export function watchSamples(onNewSamples: () => void): () => void {
  return historyStored.watch(onNewSamples);
}
