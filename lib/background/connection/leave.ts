import {
  NotCoveredError,
  NoFeedKnownError,
  readFeedRefusal,
} from '../../connection/feed-refusal.ts';
import type { ServiceProblem } from '../../connection/service-problem.ts';
import type { PriceServiceClient } from '../../price-service/index.ts';
import { StorageWriteError } from '../../storage/storage-write-error.ts';
import { watchlist } from '../../storage/watchlist.ts';
import type { ServiceEvent } from '../failover/state.ts';
import { decideAfter, type Decision } from '../failure-decision.ts';
import { CHECK_TIMEOUT_MS, QUICK_TIMEOUT_MS } from '../service.ts';
import type { Connection } from './connection.ts';

// How the connection leaves a service that fails, and goes on with another one.

/** Reports that the service in use answered or sent data. */
export function reportSuccess(connection: Connection): void {
  void reportEvent(connection, { kind: 'ok' });
}

/** Resolves with whether another service is in use from now on. */
export async function reportEvent(
  { service, failover }: Connection,
  event: ServiceEvent,
): Promise<boolean> {
  return service ? failover.report(service.id, event) : false;
}

/**
 * Reports a failure of the service in use. If another service could take over, a second attempt
 * decides at once, because the retries of the first service could take long.
 *
 * @returns whether another service took over
 */
export async function leaveAfterFailure(
  connection: Connection,
  error: unknown,
  known?: Decision,
): Promise<boolean> {
  const { service } = connection;
  const decision = known ?? (await decideAfter(error, service?.baseUrl ?? null));
  const event = eventOf(error, decision);
  if (!event) return false;
  if (await reportEvent(connection, event)) return true;
  return event.kind === 'failed' && (await tryAgain(connection, 'check'));
}

/**
 * Asks the service in use, which sends nothing, whether it still works, if another one could take
 * over. Its silence counts as a failure if it does not answer.
 *
 * @returns whether another service took over
 */
export async function leaveIfGone(connection: Connection): Promise<boolean> {
  if (!connection.failover.hasSuccessor) return false;
  const silent = { kind: 'failed', problem: { code: 'timeout' } } as const;
  return (await reportEvent(connection, silent)) || tryAgain(connection, 'quick');
}

// A failure shows at once that a service is gone. Silence may come from a slow network.
const TIMEOUT_MS = { check: CHECK_TIMEOUT_MS, quick: QUICK_TIMEOUT_MS } as const;

async function tryAgain(connection: Connection, client: 'check' | 'quick'): Promise<boolean> {
  const { service, failover } = connection;
  if (!service || !failover.hasSuccessor) return false;
  const second = await tryService(service[client], service.baseUrl, TIMEOUT_MS[client]);
  return connection.service === service ? reportEvent(connection, second) : true;
}

/** Leaves a service whose prices cannot be verified, until the user agrees to them. */
export async function refuseUnverified(
  { failover }: Connection,
  serviceId: string,
): Promise<boolean> {
  const problem = { code: 'unverified-prices' } as const;
  return failover.report(serviceId, { kind: 'refused', problem });
}

/** Ends what is in progress with the service in use, which is no longer in use from now on. */
export function endRequests(connection: Connection): void {
  const { stream, polls } = connection;
  connection.service = null;
  stream.close();
  stream.resetFailures();
  stream.waitUntil(0);
  polls.abort();
}

/** Goes on with the service that is in use now. @param place on the list, from 1 */
export async function startAgain(
  { lean, report, recorder, reconcile }: Connection,
  place: number,
  reason: ServiceProblem | null,
): Promise<void> {
  recorder.log({ kind: 'service-switched', place, reason });
  await Promise.all([lean.reset(), report.set('connecting')]);
  await reconcile('switch');
}

/**
 * Requests the price of one feed to see whether a service works.
 *
 * @param timeoutMs for all of it, the wait for the request budget included
 */
export async function tryService(
  client: PriceServiceClient,
  baseUrl: string,
  timeoutMs: number,
): Promise<ServiceEvent> {
  const ids = (await watchlist.getValue()).slice(0, 1);
  try {
    await client.getLatestPriceUpdates(ids, { signal: AbortSignal.timeout(timeoutMs) });
    return { kind: 'ok' };
  } catch (error) {
    // It answers, and another feed may be known.
    if (readFeedRefusal(error, ids)) return { kind: 'ok' };
    return (await failureEvent(error, baseUrl)) ?? { kind: 'ok' };
  }
}

/** What a failed call says about the service with this base URL; `null`: nothing. */
export async function failureEvent(error: unknown, baseUrl: string): Promise<ServiceEvent | null> {
  return eventOf(error, await decideAfter(error, baseUrl));
}

/** What a failure says about the service; `null`: nothing. */
function eventOf(error: unknown, decision: Decision): ServiceEvent | null {
  const { next, reason: problem } = decision;
  if (error instanceof StorageWriteError || error instanceof NotCoveredError) return null;
  if (next === 'stop') return { kind: 'refused', problem };
  if (next === 'wait') return { kind: 'paused', problem, until: decision.until };
  if (!(error instanceof NoFeedKnownError)) return { kind: 'failed', problem };
  // A wrong base URL or another token: a request for one feed would not show that it is fixed.
  return { kind: error.reason === 'no-data' ? 'lost' : 'refused', problem };
}
