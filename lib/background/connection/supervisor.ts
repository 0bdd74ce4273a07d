import { coalesce } from '../../base/coalesce.ts';
import type { FeedId } from '../../base/units.ts';
import type { ServiceProblem } from '../../domain/connection/service-problem.ts';
import type { Failover } from '../failover/failover.ts';
import type { PriceIntake } from '../intake/price-intake.ts';
import type { Updates } from '../intake/updates.ts';
import type { Presence } from '../presence.ts';
import type { Recorder } from '../recorder.ts';
import { createCatalogRefresher } from './catalog-refresher.ts';
import { createCauses, type Cause, type Causes } from './causes.ts';
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
import { createServices, createServing } from './serving.ts';
import { createStreamReactions } from './stream-reactions.ts';
import { pollOthers } from './supplement.ts';
import { tryService } from './try-service.ts';

/** What the connection needs from the rest of the worker. */
export interface ConnectionOptions {
  presence: Presence;
  intake: PriceIntake;
  /** Checks and stores what the service sent. */
  updates: Pick<Updates, 'add' | 'addIfRoom'>;
  lean: Pick<LeanGate, 'isOpen' | 'reset'>;
  recorder: Recorder;
  /** Notes when each service last responded. */
  responses?: ResponseTracker;
  requestHooks?: RequestHooks;
  /** Whether any of these feeds' markets is open now. */
  isAnyMarketOpen: (ids: readonly FeedId[]) => boolean;
}

/**
 * Decides when the service is asked: a stream while a page is open or the user wants it, polls
 * otherwise, nothing while the service refuses or asked for a pause. Whatever the next worker needs
 * is in storage: this holds only what ends with the worker anyway.
 */
export interface Supervisor {
  /** The connected service; `null`: not connected yet. */
  readonly service: Service | null;
  /** Fixes the connection if it is not as wanted. Any number of calls is fine. */
  reconcile: (cause: Cause) => Promise<void>;
  /** Refreshes the catalog now. Resolves when the request ends, even if it fails. */
  refreshCatalog: () => Promise<void>;
  /** Ends all that is in progress. The next `reconcile` connects to the service of the settings. */
  disconnect: () => void;
  /** The user changed these services, so their problems may be over. Call `reconcile` afterward. */
  forgetProblems: Failover['forgetProblems'];
  /** All prices that a service sent could not be verified, and the user did not agree to that. */
  refuseUnverified: (serviceId: string) => Promise<boolean>;
}

/** Each part knows only parts that are created before it. */
export function createSupervisor(options: ConnectionOptions): Supervisor {
  const causes = createCauses();
  const requests = createRequests(options);
  const serving = createServingOf(options, requests, causes);
  connect(options, requests, serving, causes);
  return {
    get service() {
      return serving.service;
    },
    reconcile: causes.add,
    refreshCatalog: async () => {
      if (!serving.service) await causes.add('start');
      if (serving.service) await requests.catalog.refresh(serving.service);
    },
    disconnect: () => disconnect({ serving, ...requests }),
    forgetProblems: serving.failover.forgetProblems,
    // Until the user agrees to its prices.
    refuseUnverified: (serviceId) =>
      serving.failover.report(serviceId, {
        kind: 'refused',
        problem: { code: 'unverified-prices' },
      }),
  };
}

type Requests = ReturnType<typeof createRequests>;

/** What is open and in progress, and the state that pages see. */
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

/** Who serves: at a change of services, ends what is in progress and starts again. */
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

/** Goes on with the service that is in use now. @param place on the list, from 1 */
async function startAgain(
  { lean, report, recorder, causes }: StartOptions,
  place: number,
  reason: ServiceProblem | null,
): Promise<void> {
  recorder.log({ kind: 'service-switched', place, reason });
  await Promise.all([lean.reset(), report.set('connecting')]);
  await causes.add('switch');
}

/** Connects what happens with what it causes. */
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
  causes.listen((why) => reconcile(reconciled, why));
}
