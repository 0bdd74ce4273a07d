import { coalesce } from '../../base/coalesce.ts';
import type { FeedId } from '../../base/units.ts';
import { preferredService } from '../../domain/connection/service-list.ts';
import type { ServiceProblem } from '../../domain/connection/service-problem.ts';
import { SAMPLE_SERVICE } from '../../domain/samples/sample-service.ts';
import { priceServices } from '../../storage/values/settings.ts';
import type { PriceIntake } from '../intake/price-intake.ts';
import type { Updates } from '../intake/updates.ts';
import type { Presence } from '../presence.ts';
import type { Recorder } from '../recorder.ts';
import { createCatalogRefresher } from './catalog-refresher.ts';
import { createCauses, type Causes } from './causes.ts';
import { createConnectionReport, type ConnectionReport } from './connection-report.ts';
import { createFailureHandler } from './failure-handler.ts';
import type { LeanGate } from '../intake/lean-gate.ts';
import { createLeaving } from './leave.ts';
import { createPollPrices } from './poll-prices.ts';
import { createPolls } from './polls.ts';
import { createPriceStream } from './price-stream.ts';
import { createProbes } from './probes.ts';
import { disconnect, reconcile } from './reconcile.ts';
import type { ResponseTracker } from './response-tracker.ts';
import type { RequestHooks, Service } from './service.ts';
import { createServices, createServing, type Serving } from './serving.ts';
import { createStreamReactions } from './stream-reactions.ts';
import { pollOthers } from './supplement.ts';
import { tryService } from './try-service.ts';

interface ConnectionOptions {
  presence: Presence;
  intake: PriceIntake;
  updates: Pick<Updates, 'add' | 'addIfRoom'>;
  lean: Pick<LeanGate, 'isOpen' | 'reset'>;
  recorder: Recorder;
  responses?: ResponseTracker;
  requestHooks?: RequestHooks;
  /** Resolves when it is decided whether sample prices are shown. Nothing connects earlier. */
  ready?: Promise<void>;
  isAnyMarketOpen: (ids: readonly FeedId[]) => boolean;
}

export type Supervisor = ReturnType<typeof createSupervisor>;

/**
 * Decides when to ask the service: a stream while a page is open or the user wants one, polls
 * otherwise, nothing during a pause. State for the next worker is in storage. Each part knows only
 * parts that are created before it.
 */
export function createSupervisor(options: ConnectionOptions) {
  const causes = createCauses();
  const requests = createRequests(options);
  const serving = createServingOf(options, requests, causes);
  connect(options, requests, serving, causes);
  return {
    /** `null`: not connected yet. */
    get service() {
      return serving.service;
    },
    /** May be called at any time. */
    reconcile: causes.add,
    /** Resolves when the request ends, even if it fails. */
    refreshCatalog: async (): Promise<void> => {
      if (!serving.service) await causes.add('start');
      const source = await catalogSource(serving);
      if (source) await requests.catalog.refresh(source);
    },
    /** The next `reconcile` connects again. */
    disconnect: () => disconnect({ serving, ...requests }),
    /** The user changed these services. Call `reconcile` afterward. */
    forgetProblems: serving.failover.forgetProblems,
    /**
     * The service sent only unverified prices, without the user's consent. The refusal lasts until
     * the user accepts its prices.
     */
    refuseUnverified: (serviceId: string) =>
      serving.failover.report(serviceId, {
        kind: 'refused',
        problem: { code: 'unverified-prices' },
      }),
  };
}

/** While prices are samples, the catalog comes from the service used after going live. */
async function catalogSource({ service, serviceOf }: Serving): Promise<Service | null> {
  if (service?.id !== SAMPLE_SERVICE.id) return service;
  const preferred = preferredService(await priceServices.getValue());
  return preferred && serviceOf(preferred);
}

type Requests = ReturnType<typeof createRequests>;

function createRequests(options: ConnectionOptions) {
  const { presence, intake, recorder, updates } = options;
  const serviceOf = createServices(options);
  const report = createConnectionReport(({ state, reason }) =>
    recorder.log({ kind: 'connection', state, reason }),
  );
  const stream = createPriceStream({
    isPageOpen: () => presence.isPageOpen,
    report,
    recorder,
    add: updates.addIfRoom,
  });
  const probes = createProbes({
    presence,
    tryService: async (settings) => (await tryService(serviceOf(settings), intake)).event,
  });
  const [polls, catalog] = [createPolls(), createCatalogRefresher()];
  return { serviceOf, report, stream, polls, catalog, probes };
}

function createServingOf(
  { lean, recorder }: ConnectionOptions,
  { serviceOf, probes, stream, polls, report }: Requests,
  causes: Causes,
) {
  return createServing({
    serviceOf,
    probes,
    onLeave: () => {
      stream.close();
      stream.resetFailures();
      stream.waitUntil(0);
      polls.abort();
    },
    onSwitch: (place, reason) => void startAgain({ lean, recorder, report, causes }, place, reason),
  });
}

interface StartOptions extends Pick<ConnectionOptions, 'lean' | 'recorder'> {
  report: ConnectionReport;
  causes: Causes;
}

/** Continues with the service now in use. @param place on the list, from 1 */
async function startAgain(
  { lean, report, recorder, causes }: StartOptions,
  place: number,
  reason: ServiceProblem | null,
): Promise<void> {
  recorder.log({ kind: 'service-switched', place, reason });
  await Promise.all([lean.reset(), report.set('connecting')]);
  await causes.add('switch');
}

function connect(
  options: ConnectionOptions,
  requests: Requests,
  serving: ReturnType<typeof createServing>,
  causes: Causes,
): void {
  const shared = { ...options, ...requests, serving, causes };
  const leaving = createLeaving(shared);
  const handleFailure = createFailureHandler({
    onFailure: leaving.afterFailure,
    service: () => serving.service,
    report: requests.report,
    stream: requests.stream,
    retry: () => void causes.add('retry'),
  });
  const pollMissing = coalesce(() => pollOthers(serving, options.updates));
  const pollPrices = createPollPrices({ ...shared, handleFailure, pollOthers: pollMissing });
  const reactions = createStreamReactions({ ...shared, leaving, handleFailure, pollPrices });
  const reconciled = { ...shared, leaving, pollPrices, reactions, pollOthers: pollMissing };
  causes.listen(async (why) => {
    await options.ready;
    await reconcile(reconciled, why);
  });
}
