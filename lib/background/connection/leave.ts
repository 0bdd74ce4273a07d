import { ALL, spareDelayMs } from '../../storage/requests/request-budget.ts';
import type { ServiceProblem } from '../../domain/connection/service-problem.ts';
import { delay } from '../../price-service/delay.ts';
import type { ServiceEvent } from '../failover/state.ts';
import { decideAfter, type Decision } from './failure-decision.ts';
import type { Service } from './service.ts';
import { askInTurn, eventIn, type Findings } from './ask-in-turn.ts';
import { clientsOf, type Connection } from './connection.ts';
import { eventOf } from './try-service.ts';

// How the connection leaves a service that fails, and goes on with another one.

// A stream that is slow must not cost a request each time.
const CHECK_EVERY_MS = 10_000;

// How much later than an answer the same news may come from the stream.
const NEWS_TRAVEL_MS = 300;

/** Data stopped although markets are open. */
export const SILENT = { kind: 'lost', problem: { code: 'stream-silent' } } as const;

const TIMEOUT = { code: 'timeout' } as const;

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
  if (!service || event.kind !== 'failed' || !connection.failover.hasSuccessor) return false;
  return leaveFor(connection, service, await search(connection, service));
}

/**
 * Asks the service in use, which sends nothing, whether it still works, if a page is open and
 * another one could take over.
 *
 * @param isLively whether its stream brought data all the time: then news in an answer show that
 *   the stream is dead
 * @returns whether another service took over
 */
export async function leaveIfSilent(connection: Connection, isLively: boolean): Promise<boolean> {
  const { service, stream, failover, presence } = connection;
  if (!service || !presence.isPageOpen || !failover.hasSuccessor) return false;
  if (!(await mayCheck(connection, service))) return false;
  const askedAt = Date.now();
  const findings = await search(connection, service);
  const isDead = isLively && findings.get(service.id)?.isNews === true;
  if (isDead) await delay(NEWS_TRAVEL_MS);
  if (connection.service === service && stream.hasDataSince(askedAt)) return false;
  if (await leaveFor(connection, service, findings)) return true;
  if (isDead) return reportEvent(connection, SILENT);
  if (eventIn(findings, service.id).kind !== 'ok') await replaceStream(connection, TIMEOUT);
  return false;
}

/** Opens another stream in place of one that is silent. */
export async function replaceStream(
  { stream, report, reconcile }: Connection,
  reason: ServiceProblem,
): Promise<void> {
  stream.close();
  await report.set('connecting', { reason });
  void reconcile('retry');
}

/** Whether silence may cost a request now, and the request limit allows one. */
async function mayCheck(connection: Connection, { baseUrl }: Service): Promise<boolean> {
  const now = Date.now();
  const { checkedAt } = connection;
  if (now >= checkedAt && now - checkedAt < CHECK_EVERY_MS) return false;
  const waitMs = await spareDelayMs(baseUrl, ALL).catch(() => Infinity);
  if (waitMs > 0) return false;
  connection.checkedAt = now;
  return true;
}

/** Asks who works: the service in use, or those that could take over. One search at a time. */
function search(connection: Connection, service: Service): Promise<Findings> {
  const { failover, intake } = connection;
  const others = async (): Promise<Service[]> =>
    (await failover.successors()).map((settings) => clientsOf(connection, settings));
  if (connection.search?.service !== service) {
    connection.search = { service, findings: askInTurn(service, others, intake) };
    const { search: started } = connection;
    void started.findings.finally(() => {
      if (connection.search === started) connection.search = null;
    });
  }
  return connection.search.findings;
}

/** Leaves the service in use for the next one that works, if it does not work itself. */
async function leaveFor(
  connection: Connection,
  service: Service,
  findings: Findings,
): Promise<boolean> {
  const { failover } = connection;
  if (connection.service !== service) return true;
  const event = eventIn(findings, service.id);
  // First, so that only the one that works takes over.
  for (const { id } of event.kind === 'ok' ? [] : await failover.successors()) {
    const other = eventIn(findings, id);
    await failover.report(id, other);
    if (other.kind === 'ok') break;
  }
  return reportEvent(connection, event);
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
