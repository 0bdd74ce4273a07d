import { coalesce } from '../../base/coalesce.ts';
import { createConnectionReport, type ConnectionReport } from './connection-report.ts';
import { createPolls, type Polls } from './polls.ts';
import { createCatalogRefresher } from './catalog-refresher.ts';
import { clientsOf, type Cause, type Connection, type ConnectionOptions } from './connection.ts';
import { createFailover, type Failover } from '../failover/failover.ts';
import { createFailureHandler } from './failure-handler.ts';
import { endRequests, leaveAfterFailure, refuseUnverified, startAgain } from './leave.ts';
import { createPriceStream, type PriceStream } from './price-stream.ts';
import { createProbes, type Probes } from './probes.ts';
import * as reactions from './reactions.ts';
import { pollOthers } from './supplement.ts';
import { reconcile } from './reconcile.ts';
import { tryService } from './try-service.ts';

/**
 * Decides when the service is asked: a stream while a page is open or the user wants it, polls
 * otherwise, nothing while the service refuses or asked for a pause.
 */
export type Supervisor = Pick<
  Connection,
  'reconcile' | 'refreshCatalog' | 'disconnect' | 'service'
> & {
  /** The user changed these services, so their problems may be over. Call `reconcile` afterward. */
  forgetProblems: Failover['forgetProblems'];
  /** All prices that a service sent could not be verified, and the user did not agree to that. */
  refuseUnverified: (serviceId: string) => Promise<boolean>;
};

export function createSupervisor(options: ConnectionOptions): Supervisor {
  let causes = new Set<Cause>();
  const run = coalesce(async () => {
    const current = causes;
    causes = new Set();
    await reconcile(connection, current);
  });
  const reconcileFor = (cause: Cause): Promise<void> => {
    causes.add(cause);
    return run();
  };
  const report = createConnectionReport(({ state, reason }) =>
    options.recorder.log({ kind: 'connection', state, reason }),
  );
  const stream = createStream(options, report, () => connection);
  const catalog = createCatalogRefresher();
  const failover = createFailover({
    onLeave: () => endRequests(connection),
    onNeed: () => connection.probes.run(),
    onSwitch: (...change) => void startAgain(connection, ...change),
  });
  const connection: Connection = {
    ...options,
    report,
    stream,
    polls: createConnectionPolls(options, () => connection),
    catalog,
    pollOthers: coalesce(() => pollOthers(connection)),
    service: null,
    clients: new Map(),
    search: null,
    checkedAt: 0,
    probes: createConnectionProbes(options, failover, () => connection),
    failover,
    handleFailure: createFailureHandler({
      onFailure: (error, decision) => leaveAfterFailure(connection, error, decision),
      service: () => connection.service,
      report,
      stream,
      retry: () => void reconcileFor('retry'),
    }),
    reconcile: reconcileFor,
    refreshCatalog: async () => {
      if (!connection.service) await reconcileFor('start');
      if (connection.service) await catalog.refresh(connection.service.client);
    },
    disconnect: () => disconnect(connection),
  };
  return Object.assign(connection, {
    forgetProblems: failover.forgetProblems,
    refuseUnverified: (serviceId: string) => refuseUnverified(connection, serviceId),
  });
}

function disconnect(connection: Connection): void {
  const { stream, polls, catalog, probes } = connection;
  stream.close();
  polls.abort();
  catalog.abort();
  probes.stop();
  connection.service = null;
}

function createConnectionProbes(
  { presence, intake }: ConnectionOptions,
  failover: Failover,
  connection: () => Connection,
): Probes {
  return createProbes({
    presence,
    failover,
    tryService: async (settings) =>
      (await tryService(clientsOf(connection(), settings), intake)).event,
  });
}

function createConnectionPolls(
  { updates, recorder }: ConnectionOptions,
  connection: () => Connection,
): Polls {
  return createPolls({
    store: (update) =>
      reactions.storeUpdate(updates.add(update, connection().service?.id), recorder),
    onAnswered: (...answer) => reactions.onPollAnswered(connection(), ...answer),
    onFailed: (error) => reactions.onPollFailed(connection(), error),
  });
}

function createStream(
  { presence, recorder, updates }: ConnectionOptions,
  report: ConnectionReport,
  connection: () => Connection,
): PriceStream {
  return createPriceStream({
    isPageOpen: () => presence.isPageOpen,
    report,
    recorder,
    add: updates.addIfRoom,
    onData: (stored) => void reactions.onStreamData(connection(), stored),
    onLate: (ids) => void reactions.onStreamLate(connection(), ids),
    onQuiet: (...quiet) => void reactions.onStreamQuiet(connection(), ...quiet),
    onLost: (...lost) => void reactions.onStreamLost(connection(), ...lost),
    onSilent: (ids) => void reactions.onStreamSilent(connection(), ids),
    onEnded: (...end) => void reactions.onStreamEnded(connection(), ...end),
  });
}
