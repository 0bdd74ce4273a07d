import type { FeedId, UnixSeconds } from '../../base/units.ts';
import { historyRecords } from './records.ts';
import type { Gap } from '../../domain/history/past-price.ts';

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
