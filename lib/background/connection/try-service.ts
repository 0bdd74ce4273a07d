import { readFeedRefusal } from '../../domain/connection/feed-refusal.ts';
import { watchlist } from '../../storage/values/watchlist.ts';
import { toMilliseconds, type FeedId, type UnixSeconds } from '../../base/units.ts';
import type { PriceIntake } from '../intake/price-intake.ts';
import { readFailure } from './failure.ts';
import { IMPATIENT, type Service } from './service.ts';
import type { Outcome } from './services.ts';

// A service may respond without anything new.
const LONGEST_LAG_SECONDS = 60;

/** Requests one price of a service that isn't in use. Old prices count as a failure. */
export async function tryService(
  { client, baseUrl }: Service,
  { prices }: Pick<PriceIntake, 'prices'>,
): Promise<Outcome> {
  const known = newestOf(prices) ?? { id: (await watchlist.getValue())[0] ?? '', publishTime: 0 };
  try {
    // The client doesn't count time spent waiting for the request budget.
    const signal = AbortSignal.timeout(IMPATIENT.timeoutMs);
    const { parsed } = await client.getLatestPriceUpdates([known.id], { ...IMPATIENT, signal });
    const lag = known.publishTime - (parsed?.[0]?.price.publish_time ?? known.publishTime);
    return lag > LONGEST_LAG_SECONDS
      ? { kind: 'failed', problem: { code: 'stream-silent' }, isCertain: true }
      : { kind: 'ok' };
  } catch (error) {
    // The service responds, and may know another feed.
    if (readFeedRefusal(error, [known.id])) return { kind: 'ok' };
    return (await readFailure(error, baseUrl)).outcome ?? { kind: 'ok' };
  }
}

/** The newest known price shows best whether a service is behind. */
function newestOf(
  prices: PriceIntake['prices'],
): { id: FeedId; publishTime: UnixSeconds } | undefined {
  const known = [...prices].flatMap(([id, { publishTime, receivedAt }]) => {
    // A price dated ahead by mistake would make every service look behind.
    const isAhead = toMilliseconds(publishTime - LONGEST_LAG_SECONDS) > receivedAt;
    return isAhead ? [] : [{ id, publishTime }];
  });
  return known.toSorted((one, other) => other.publishTime - one.publishTime)[0];
}
