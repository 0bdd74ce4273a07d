import { coalesce } from '../../coalesce.ts';
import { createConnectionReport, type ConnectionReport } from '../connection-report.ts';
import { createPolls, type Polls } from '../polls.ts';
import { createCatalogRefresher } from './catalog-refresher.ts';
import type { Cause, Connection, ConnectionOptions } from './connection.ts';
import { createFailover } from '../failover/failover.ts';
import { createFailureHandler } from './failure-handler.ts';
import { endRequests, leaveAfterFailure, refuseUnverified, startAgain } from './leave.ts';
import { createPriceStream, type PriceStream } from './price-stream.ts';
import * as reactions from './reactions.ts';
import { pollOthers } from './supplement.ts';
import { reconcile } from './reconcile.ts';

/**
 * Decides when the service is asked: a stream while a page is open or the user wants it, polls
 * otherwise, nothing while the service refuses or asked for a pause.
 */
export type Supervisor = Pick<
  Connection,
  'reconcile' | 'refreshCatalog' | 'disconnect' | 'service'
> & {
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
  const connection: Connection = {
    ...options,
    report,
    stream,
    polls: createConnectionPolls(options, () => connection),
    catalog,
    pollOthers: coalesce(() => pollOthers(connection)),
    service: null,
    failover: createFailover({
      onLeave: () => endRequests(connection),
      onSwitch: (...change) => void startAgain(connection, ...change),
    }),
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
      if (connection.service) await catalog.refresh(connection.service.catalogue);
    },
    disconnect: () => {
      stream.close();
      connection.polls.abort();
      catalog.abort();
      connection.service = null;
    },
  };
  return Object.assign(connection, {
    refuseUnverified: (serviceId: string) => refuseUnverified(connection, serviceId),
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
  { presence, recorder }: ConnectionOptions,
  report: ConnectionReport,
  connection: () => Connection,
): PriceStream {
  return createPriceStream({
    isPageOpen: () => presence.isPageOpen,
    report,
    recorder,
    onUpdate: (update) => void reactions.onStreamUpdate(connection(), update),
    onLate: (ids) => void reactions.onStreamLate(connection(), ids),
    onQuiet: (ids) => void reactions.onStreamQuiet(connection(), ids),
    onLost: (error) => void reactions.onStreamLost(connection(), error),
    onSilent: (ids) => void reactions.onStreamSilent(connection(), ids),
    onEnded: (...end) => void reactions.onStreamEnded(connection(), ...end),
  });
}
