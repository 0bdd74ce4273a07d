import { historyStored } from '../values/history.ts';
import type { FeedId, UnixSeconds } from '../../base/units.ts';
import { historyRecords } from './records.ts';
import { collectedPricesOf, type CollectedPrice } from '../../domain/history/collected-price.ts';
import type { Gap } from '../../domain/history/past-price.ts';

// A record's time may be this long before its publish time.
const LONGEST_DELAY_SECONDS = 3_600;

/**
 * One feed's prices published in a range, in order, without repeated publish times. Empty without
 * a database.
 */
export async function readCollectedPrices(
  feedId: FeedId,
  fromSeconds: UnixSeconds,
  toSeconds: UnixSeconds,
): Promise<CollectedPrice[]> {
  try {
    const from = fromSeconds - LONGEST_DELAY_SECONDS;
    const records = await historyRecords.read(feedId, from, toSeconds);
    return collectedPricesOf(records, fromSeconds, toSeconds);
  } catch {
    console.warn('Stored past prices could not be read.');
    return [];
  }
}

/** Calls back when there may be new prices. Returns a function that stops watching. */
export function watchCollectedPrices(onNewPrices: () => void): () => void {
  return historyStored.watch(onNewPrices);
}

/**
 * Why a feed has no price at the first requested time of a range; `null` if it has a price or
 * none was requested.
 */
export async function readGap(
  feedId: FeedId,
  fromSeconds: UnixSeconds,
  toSeconds: UnixSeconds,
): Promise<Gap | null> {
  try {
    const [first] = await historyRecords.read(feedId, fromSeconds, toSeconds);
    return first && 'gap' in first ? first.gap : null;
  } catch {
    // `readCollectedPrices` reports the missing database.
    return null;
  }
}
