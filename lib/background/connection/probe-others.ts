import { openService, type Connection } from './connection.ts';
import { tryService } from './leave.ts';

const PROBE_TIMEOUT_MS = 5_000;

/** Probes in progress, by service id. */
const probed = new Set<string>();

/** Sends one request to each service that is due for it, to see whether it works again. */
export function probeOthers(connection: Connection): void {
  void connection.failover.dueProbes().then((due) => {
    for (const settings of due) {
      if (probed.has(settings.id)) continue;
      probed.add(settings.id);
      const { once } = openService(connection, settings);
      void tryService(once, settings.baseUrl, PROBE_TIMEOUT_MS)
        .then((event) => connection.failover.report(settings.id, event))
        .finally(() => probed.delete(settings.id));
    }
  });
}
