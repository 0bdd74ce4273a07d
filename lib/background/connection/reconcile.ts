import { catalogueStatus } from '../../storage/values/catalogue.ts';
import type { ServiceSettings } from '../../domain/settings.ts';
import { suspectedFeeds } from '../../storage/values/suspected-feeds.ts';
import { addAttributesFromCatalog } from '../catalog.ts';
import { keepCurrencyFeeds } from '../currency-feeds.ts';
import { isPollDue, isPollDueAtAlarm, readPlan, type Plan } from './plan.ts';
import type { Service } from './service.ts';
import { deleteVerdicts } from '../intake/verdicts.ts';
import { clientsOf, startPoll, type Cause, type Connection } from './connection.ts';

/** Compares the actual connection with the wanted one, and fixes it. */
export async function reconcile(connection: Connection, why: ReadonlySet<Cause>): Promise<void> {
  const { presence, intake, stream } = connection;
  if (why.has('connection') || why.has('refresh')) await resetFailures(connection, why);
  // The retry is due, the network is back, or a page opens: a pause after a failure is over. A pause
  // that the service asked for is part of the request budget.
  if (why.has('retry') || (why.has('presence') && presence.isPageOpen)) stream.waitUntil(0);
  await describeFeeds().catch(() =>
    console.warn('The names of the feeds in the watchlist could not be stored.'),
  );
  const plan = await readPlan(presence.isPageOpen);
  const settings = await connection.failover.current();
  if (!settings) return reportAllPaused(connection);
  connectTo(connection, settings);
  await intake.setWatchlist(plan.needed);

  if (await isAccessRefused(connection)) stream.close();
  else if (plan.requested.length === 0 && plan.suspects.ids.length === 0) {
    await reportNothingToRequest(connection, plan);
  } else if (plan.wantsStream && plan.requested.length > 0) await keepStream(connection, plan, why);
  else await keepPolling(connection, plan, why);

  const { service } = connection;
  if (service) await keepCatalog(connection, service, why.has('connection'));
  connection.probes.run();
  void connection
    .pollOthers()
    .catch(() => console.warn('Feeds could not be requested from another price service.'));
}

/** Names the feeds of the watchlist, and those that convert their prices. */
async function describeFeeds(): Promise<void> {
  await addAttributesFromCatalog();
  if (await keepCurrencyFeeds()) await addAttributesFromCatalog();
}

async function reportAllPaused(connection: Connection): Promise<void> {
  connection.disconnect();
  const reason = { code: 'services-paused' } as const;
  await connection.report.set('stopped', { reason, remedy: 'connection' });
}

/** The catalog comes from the preferred service, unless there is none yet. */
async function keepCatalog(
  { catalog, failover }: Connection,
  { client }: Service,
  isNewService: boolean,
): Promise<void> {
  const { fetchedAt } = await catalogueStatus.getValue();
  if (failover.isPreferred || fetchedAt === 0) {
    await catalog.refreshIfDue(client, isNewService && failover.isPreferred);
  }
}

/** The user changed the settings or asked for a refresh: earlier refusals no longer count. */
async function resetFailures(connection: Connection, why: ReadonlySet<Cause>): Promise<void> {
  const { stream, polls, report } = connection;
  const isNewConnection = why.has('connection');
  if (why.has('refresh')) await connection.failover.forgetProblems();
  stream.resetFailures();
  stream.waitUntil(0);
  // A search in progress would store again what is deleted here.
  const isSearching = (await suspectedFeeds.getValue()).ids.length > 0;
  if (isNewConnection || isSearching) polls.abort();
  await deleteVerdicts();
  if (isNewConnection || (await isAccessRefused(connection))) await report.set('connecting');
}

async function isAccessRefused({ report }: Connection): Promise<boolean> {
  const { state, remedy } = await report.load();
  return state === 'stopped' && remedy === 'access-token';
}

function connectTo(connection: Connection, settings: ServiceSettings): void {
  const service = clientsOf(connection, settings);
  if (service === connection.service) return;
  connection.stream.close();
  connection.service = service;
}

async function reportNothingToRequest(
  { stream, report }: Connection,
  { needed, isNoneCovered }: Plan,
): Promise<void> {
  stream.close();
  if (needed.length === 0) {
    await report.set('stopped', { reason: { code: 'empty-watchlist' } });
  } else if (isNoneCovered) {
    const reason = { code: 'no-prices', reason: 'not-covered' } as const;
    // Not the remedy `access-token`: it would end the hourly requests for missing feeds.
    await report.set('stopped', { reason, remedy: 'connection' });
  } else {
    await report.set('stopped', { reason: { code: 'no-feed-offered' } });
  }
}

async function keepStream(
  connection: Connection,
  plan: Plan,
  why: ReadonlySet<Cause>,
): Promise<void> {
  const { stream, service, report, lean } = connection;
  const query = { ids: plan.requested, isLean: await lean.isOpen() };
  const wasDelivering = stream.isDelivering;
  stream.closeUnless(query);
  const now = Date.now();
  if (service && stream.isDue(now)) {
    // Reopening a stream with another query is not a state change.
    if (!wasDelivering && (await report.load()).state !== 'offline') await report.set('connecting');
    stream.open(service, query);
  }
  if (why.has('refresh') || (stream.isLacking(now) && isPollDue(plan, now))) {
    startPoll(connection, plan.requested);
  } else if (plan.suspects.ids.length > 0 && stream.isDelivering && isPollDue(plan, now)) {
    startPoll(connection, []);
  }
}

async function keepPolling(
  connection: Connection,
  plan: Plan,
  why: ReadonlySet<Cause>,
): Promise<void> {
  const { stream, intake, report } = connection;
  stream.close();
  stream.resetFailures();
  const lacksPrice = plan.requested.some((id) => !intake.prices.has(id));
  const isRequested = why.has('refresh') || why.has('connection') || why.has('retry');
  const isDue = why.has('alarm') ? isPollDueAtAlarm : isPollDue;
  const canSearch = isRequested || isDue(plan, Date.now());
  if (canSearch || (why.has('settings') && lacksPrice)) {
    startPoll(connection, plan.requested, { canRetry: true, canSearch });
  } else if (['live', 'connecting'].includes((await report.load()).state)) {
    await report.set('polling');
  }
}
