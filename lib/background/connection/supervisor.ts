import { coalesce } from '../../coalesce.ts';
import { createConnectionReport } from '../connection-report.ts';
import { createPolls } from '../polls.ts';
import type { Service } from '../service.ts';
import { createCatalogRefresher } from './catalog-refresher.ts';
import { startPoll, type Cause, type Connection, type ConnectionOptions } from './connection.ts';
import { createFailureHandler } from './failure-handler.ts';
import { createPriceStream } from './price-stream.ts';
import * as reactions from './reactions.ts';
import { reconcile } from './reconcile.ts';

/**
 * Decides when the service is asked: a stream while a page is open or the user wants it, polls
 * otherwise, nothing while the service refuses or asked for a pause.
 */
export interface Supervisor {
  /** Reconciles the actual connection with the wanted one. Any number of calls is fine. */
  reconcile: (cause: Cause) => Promise<void>;
  /** Ends all that is in progress. The next `reconcile` connects to the service of the settings. */
  disconnect: () => void;
  /** The connected service, for calls other than the latest prices; `null`: not connected yet. */
  readonly service: Service | null;
}

export function createSupervisor(options: ConnectionOptions): Supervisor {
  let causes = new Set<Cause>();
  const run = coalesce(async () => {
    const current = causes;
    causes = new Set();
    await reconcile(connection, current);
  });
  const connection = createConnection(options, (cause) => {
    causes.add(cause);
    return run();
  });
  const { stream, polls, catalog } = connection;

  return {
    reconcile: connection.reconcile,
    disconnect: () => {
      stream.close();
      polls.abort();
      catalog.abort();
      connection.service = null;
    },
    get service() {
      return connection.service;
    },
  };
}

function createConnection(
  options: ConnectionOptions,
  reconcileFor: Connection['reconcile'],
): Connection {
  const { presence, recorder } = options;
  const report = createConnectionReport(({ state, reason }) =>
    recorder.log(`Connection: ${state}${reason === null ? '' : `, ${reason}`}`),
  );
  const polls = createPolls({
    store: (update) => reactions.storeUpdate(options.updates.add(update), recorder),
    onAnswered: (...answer) => reactions.onPollAnswered(connection, ...answer),
    onFailed: (error) => reactions.onPollFailed(connection, error),
  });
  const stream = createPriceStream({
    isPageOpen: () => presence.isPageOpen,
    report,
    recorder,
    onUpdate: (update) => void reactions.onStreamUpdate(connection, update),
    onLate: (ids) => startPoll(connection, ids, { canSearch: false }),
    onSilent: (ids) => void reactions.onStreamSilent(connection, ids),
    onEnded: (...end) => void reactions.onStreamEnded(connection, ...end),
  });
  const connection: Connection = {
    ...options,
    service: null,
    report,
    stream,
    polls,
    catalog: createCatalogRefresher(),
    handleFailure: createFailureHandler({
      report,
      stream,
      retry: () => void reconcileFor('retry'),
    }),
    reconcile: reconcileFor,
  };
  return connection;
}
