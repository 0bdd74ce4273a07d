import {
  NotCoveredError,
  NoFeedKnownError,
  readFeedRefusal,
} from '../../domain/connection/feed-refusal.ts';
import { StorageWriteError } from '../../storage/storage-write-error.ts';
import { watchlist } from '../../storage/values/watchlist.ts';
import { delay } from '../../base/http/delay.ts';
import { toMilliseconds, type FeedId, type UnixSeconds } from '../../base/units.ts';
import type { ServiceEvent } from '../failover/state.ts';
import { decideAfter, type Decision } from './failure.ts';
import type { PriceIntake } from '../intake/price-intake.ts';
import { IMPATIENT, type Service } from './service.ts';

// A service may respond without anything new.
const LONGEST_LAG_SECONDS = 60;

// If one request hangs, a second may still show that the service is back.
const ASK_AGAIN_AFTER_MS = 1_250;

export interface Trial {
  event: ServiceEvent;
  /** Whether the response is newer than every known price. */
  isNews: boolean;
}

interface Known {
  id: FeedId;
  publishTime: UnixSeconds;
}

/** Requests one price within 2.5 s, and once more if the response hangs. */
export async function tryService(
  service: Service,
  { prices }: Pick<PriceIntake, 'prices'>,
): Promise<Trial> {
  const known = newestOf(prices) ?? { id: (await watchlist.getValue())[0] ?? '', publishTime: 0 };
  const askedAt = Date.now();
  // The client doesn't count time spent waiting for the request budget.
  const settled = new AbortController();
  const signal = AbortSignal.any([AbortSignal.timeout(IMPATIENT.timeoutMs), settled.signal]);
  const first = ask(service, known, signal);
  const trial = await Promise.race([first, delay(ASK_AGAIN_AFTER_MS)]);
  const { event, isNews } = trial ?? (await firstThatTells(first, ask(service, known, signal)));
  // The other request may still wait for the request budget.
  settled.abort();
  return { event: mayPass(event) ? { ...event, askedAt } : event, isNews };
}

/** The first trial without a temporary failure, otherwise the second one's failure. */
async function firstThatTells(one: Promise<Trial>, other: Promise<Trial>): Promise<Trial> {
  const telling = [one, other].map(async (trial) => {
    const { event } = await trial;
    return mayPass(event) ? Promise.reject(new Error('It does not work.')) : trial;
  });
  return Promise.any(telling).catch(() => other);
}

function mayPass(event: ServiceEvent): event is Extract<ServiceEvent, { kind: 'failed' | 'lost' }> {
  return event.kind === 'failed' || event.kind === 'lost';
}

async function ask(
  { client, baseUrl }: Service,
  known: Known,
  signal: AbortSignal,
): Promise<Trial> {
  try {
    const { parsed } = await client.getLatestPriceUpdates([known.id], { ...IMPATIENT, signal });
    return compare(parsed?.[0]?.price.publish_time ?? known.publishTime, known);
  } catch (error) {
    // The service responds, and may know another feed.
    const isAnswer = readFeedRefusal(error, [known.id]) !== null;
    const event = isAnswer ? null : await failureEvent(error, baseUrl);
    return { event: event ?? { kind: 'ok' }, isNews: false };
  }
}

/** The newest known price shows best whether a service is behind. */
function newestOf(prices: PriceIntake['prices']): Known | undefined {
  const known = [...prices].flatMap(([id, { publishTime, receivedAt }]) => {
    // A price dated ahead by mistake would make every service look behind.
    const isAhead = toMilliseconds(publishTime - LONGEST_LAG_SECONDS) > receivedAt;
    return isAhead ? [] : [{ id, publishTime }];
  });
  return known.toSorted((one, other) => other.publishTime - one.publishTime)[0];
}

function compare(publishTime: UnixSeconds, known: Known): Trial {
  const isBehind = known.publishTime - publishTime > LONGEST_LAG_SECONDS;
  return {
    event: isBehind ? { kind: 'lost', problem: { code: 'stream-silent' } } : { kind: 'ok' },
    isNews: known.publishTime > 0 && publishTime > known.publishTime,
  };
}

/** `null`: the failure says nothing about the service. */
export async function failureEvent(error: unknown, baseUrl: string): Promise<ServiceEvent | null> {
  return eventOf(error, await decideAfter(error, baseUrl));
}

export function eventOf(error: unknown, decision: Decision): ServiceEvent | null {
  const { next, reason: problem } = decision;
  if (error instanceof StorageWriteError || error instanceof NotCoveredError) return null;
  if (next === 'stop') return { kind: 'refused', problem };
  if (next === 'wait') return { kind: 'paused', problem, until: decision.until };
  if (!(error instanceof NoFeedKnownError)) return { kind: 'failed', problem };
  // A request for one feed would not show that the user fixed it.
  return { kind: error.reason === 'no-data' ? 'lost' : 'refused', problem };
}
