import { coalesce } from '../../coalesce.ts';
import { createConnectionReport } from '../connection-report.ts';
import { createPolls } from '../polls.ts';
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
export type Supervisor = Pick<
  Connection,
  'reconcile' | 'refreshCatalog' | 'disconnect' | 'service'
>;

export function createSupervisor(options: ConnectionOptions): Supervisor {
  const { presence, recorder } = options;
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
    recorder.log({ kind: 'connection', state, reason }),
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
  const catalog = createCatalogRefresher();
  const connection: Connection = {
    ...options,
    report,
    stream,
    polls,
    catalog,
    service: null,
    handleFailure: createFailureHandler({
      baseUrl: () => connection.service?.baseUrl ?? null,
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
      polls.abort();
      catalog.abort();
      connection.service = null;
    },
  };
  return connection;
}
