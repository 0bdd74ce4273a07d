import type { FeedId, UnixSeconds } from '../../base/units.ts';
import { historyRecords } from './records.ts';
import type { Gap } from '../../domain/history/past-price.ts';

/**
 * Why one feed has no price at the first requested time from `fromSeconds` to `toSeconds`; `null` if
 * it has one, or if none was requested.
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
    // Without a database there are no past prices, which `readSamples` reports.
    return null;
  }
}
