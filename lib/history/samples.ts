import { historyStored } from '../storage/history.ts';
import { historyRecords } from './records.ts';
import { samplesOf, type Sample } from './sample.ts';

// A record may stand at a moment up to this long before its own publish time.
const LONGEST_DELAY_SECONDS = 3_600;

/**
 * One feed's samples that were published from `fromSeconds` to `toSeconds` (unix seconds), in order
 * and each publish time once. Empty where the browser keeps no database.
 */
export async function readSamples(
  feedId: string,
  fromSeconds: number,
  toSeconds: number,
): Promise<Sample[]> {
  try {
    const from = fromSeconds - LONGEST_DELAY_SECONDS;
    const records = await historyRecords.read(feedId, from, toSeconds);
    return samplesOf(records, fromSeconds, toSeconds);
  } catch {
    console.warn('Cached prices cannot be read.');
    return [];
  }
}

/** Calls back when there may be new samples to read; returns how to stop. */
export function watchSamples(onNews: () => void): () => void {
  return historyStored.watch(onNews);
}
