import { catalogStatus } from '../../storage/values/catalog.ts';
import { SAMPLE_SERVICE } from '../../domain/samples/sample-service.ts';
import { suspectedFeeds } from '../../storage/values/suspected-feeds.ts';
import { addAttributesFromCatalog, dropForeignCatalog } from './catalog.ts';
import { keepCurrencyFeeds } from './currency-feeds.ts';
import { isPollDue, isPollDueAtAlarm, readPlan, type Plan } from './plan.ts';
import type { Service } from './service.ts';
import { deleteVerdicts } from './verdicts.ts';
import type { PriceIntake } from '../intake/price-intake.ts';
import type { Presence } from '../presence.ts';
import type { CatalogRefresher } from './catalog-refresher.ts';
import type { Cause } from './causes.ts';
import type { ConnectionReport } from './connection-report.ts';
import type { LeanGate } from '../intake/lean-gate.ts';
import type { Leaving } from './leave.ts';
import type { PollPrices } from './poll-prices.ts';
import type { Polls } from './polls.ts';
import type { PriceStream, StreamReactions } from './price-stream.ts';
import type { Probes } from './probes.ts';
import type { Serving } from './serving.ts';

interface Requests {
  serving: Serving;
  stream: PriceStream;
  polls: Polls;
  catalog: CatalogRefresher;
  probes: Probes;
}

interface Reconciled extends Requests {
  presence: Presence;
  leaving: Leaving;
  intake: PriceIntake;
  lean: Pick<LeanGate, 'isOpen'>;
  report: ConnectionReport;
  reactions: StreamReactions;
  pollPrices: PollPrices;
  pollOthers: () => Promise<void>;
}

/** Compares the actual connection with the wanted one and fixes it. */
export async function reconcile(parts: Reconciled, why: ReadonlySet<Cause>): Promise<void> {
  const { serving, presence, intake, report, stream } = parts;
  if (why.has('connection') || why.has('refresh')) await resetFailures(parts, why);
  // A pause after a failure ends when a retry is due, the network returns, or a page opens. A pause
  // that the service asked for is part of the request budget.
  if (why.has('retry') || (why.has('presence') && presence.isPageOpen)) stream.waitUntil(0);
  await describeFeeds().catch(() =>
    console.warn('The names of the feeds in the watchlist could not be stored.'),
  );
  const plan = await readPlan(presence.isPageOpen);
  const settings = await serving.failover.current();
  if (!settings) return reportAllPaused(parts);
  if (serving.use(settings)) stream.close();
  await intake.setWatchlist(plan.needed);

  if (await isAccessRefused(report)) stream.close();
  else if (plan.requested.length === 0 && plan.suspects.ids.length === 0) {
    await reportNothingToRequest(parts, plan);
  } else if (plan.wantsStream && plan.requested.length > 0) await keepStream(parts, plan, why);
  else await keepPolling(parts, plan, why);

  const { service } = serving;
  if (service) await keepCatalog(parts, service, why.has('connection'));
  parts.probes.run(serving.failover);
  void parts
    .pollOthers()
    .catch(() => console.warn('Feeds could not be requested from another price service.'));
}

async function describeFeeds(): Promise<void> {
  await addAttributesFromCatalog();
  if (await keepCurrencyFeeds()) await addAttributesFromCatalog();
}

export function disconnect({ serving, stream, polls, catalog, probes }: Requests): void {
  stream.close();
  polls.abort();
  catalog.abort();
  probes.stop();
  serving.release();
}

async function reportAllPaused(parts: Reconciled): Promise<void> {
  disconnect(parts);
  const reason = { code: 'services-paused' } as const;
  await parts.report.set('stopped', { reason, remedy: 'connection' });
}

/** The catalog comes from the preferred service. Until it is loaded, the one in use provides it. */
async function keepCatalog(
  { catalog, serving: { failover } }: Pick<Requests, 'catalog' | 'serving'>,
  service: Service,
  isNewService: boolean,
): Promise<void> {
  await dropForeignCatalog(service.id);
  const { fetchedAt } = await catalogStatus.getValue();
  // The sample catalog never changes, and the preferred service's may already be stored.
  if (service.id === SAMPLE_SERVICE.id && fetchedAt > 0) return;
  if (failover.isPreferred || fetchedAt === 0) {
    await catalog.refreshIfDue(service, isNewService && failover.isPreferred);
  }
}

/** Earlier refusals no longer count. */
async function resetFailures(
  { serving, stream, polls, report }: Reconciled,
  why: ReadonlySet<Cause>,
): Promise<void> {
  const isNewConnection = why.has('connection');
  if (why.has('refresh')) await serving.failover.forgetProblems();
  stream.resetFailures();
  stream.waitUntil(0);
  // A search in progress would store again what is deleted here.
  const isSearching = (await suspectedFeeds.getValue()).ids.length > 0;
  if (isNewConnection || isSearching) polls.abort();
  await deleteVerdicts();
  if (isNewConnection || (await isAccessRefused(report))) await report.set('connecting');
}

async function isAccessRefused(report: ConnectionReport): Promise<boolean> {
  const { state, remedy } = await report.load();
  return state === 'stopped' && remedy === 'access-token';
}

async function reportNothingToRequest(
  { stream, report }: Pick<Reconciled, 'stream' | 'report'>,
  { needed, isNoneCovered }: Plan,
): Promise<void> {
  stream.close();
  if (needed.length === 0) {
    await report.set('stopped', { reason: { code: 'empty-watchlist' } });
  } else if (isNoneCovered) {
    const reason = { code: 'no-prices', reason: 'not-covered' } as const;
    // Not the remedy `access-token`: it would stop the hourly requests for missing feeds.
    await report.set('stopped', { reason, remedy: 'connection' });
  } else {
    await report.set('stopped', { reason: { code: 'no-feed-offered' } });
  }
}

async function keepStream(
  { serving, leaving, stream, report, lean, reactions, pollPrices }: Reconciled,
  plan: Plan,
  why: ReadonlySet<Cause>,
): Promise<void> {
  const { service } = serving;
  const query = { ids: plan.requested, isLean: await lean.isOpen() };
  const wasDelivering = stream.isDelivering;
  stream.closeUnless(query);
  const now = Date.now();
  if (service && stream.isDue(now)) {
    // A switch triggers another reconciliation.
    if (await leaving.ifHeldBack()) return;
    // Reopening a stream with another query is not a state change.
    if (!wasDelivering && (await report.load()).state !== 'offline') await report.set('connecting');
    stream.open(service, query, reactions);
  }
  if (why.has('refresh') || (stream.isLacking(now) && isPollDue(plan, now))) {
    pollPrices(plan.requested);
  } else if (plan.suspects.ids.length > 0 && stream.isDelivering && isPollDue(plan, now)) {
    pollPrices([]);
  }
}

async function keepPolling(
  { stream, intake, report, pollPrices }: Reconciled,
  plan: Plan,
  why: ReadonlySet<Cause>,
): Promise<void> {
  stream.close();
  stream.resetFailures();
  const lacksPrice = plan.requested.some((id) => !intake.prices.has(id));
  const isRequested = why.has('refresh') || why.has('connection') || why.has('retry');
  const isDue = why.has('alarm') ? isPollDueAtAlarm : isPollDue;
  const canSearch = isRequested || isDue(plan, Date.now());
  if (canSearch || (why.has('settings') && lacksPrice)) {
    pollPrices(plan.requested, { canRetry: true, canSearch });
  } else if (['live', 'connecting'].includes((await report.load()).state)) {
    await report.set('polling');
  }
}
