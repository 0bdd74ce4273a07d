import type { FeedId, UnixMilliseconds } from '../../base/units.ts';
import type { ConnectionReport } from './connection-report.ts';
import type { Decision } from './failure-decision.ts';
import type { LeanGate } from './lean-stream.ts';
import type { Failover } from '../failover/failover.ts';
import type { Polls } from './polls.ts';
import type { Presence } from '../presence.ts';
import type { PriceIntake } from '../intake/price-intake.ts';
import type { Recorder } from '../recorder.ts';
import type { ResponseTracker } from './response-tracker.ts';
import { serviceKey } from '../../domain/connection/service-list.ts';
import {
  createService,
  IMPATIENT,
  WITHOUT_RETRIES,
  type RequestHooks,
  type Service,
} from './service.ts';
import type { Traffic } from './traffic.ts';
import type { ServiceSettings } from '../../domain/settings.ts';
import type { Updates } from '../intake/updates.ts';
import type { Findings } from './ask-in-turn.ts';
import type { CatalogRefresher } from './catalog-refresher.ts';
import type { PriceStream } from './price-stream.ts';
import type { Probes } from './probes.ts';

/**
 * Why the connection is reconciled. `connection` and `refresh` reset earlier failures. `switch`:
 * another service is in use.
 */
export type Cause =
  | 'start'
  | 'alarm'
  | 'presence'
  | 'settings'
  | 'connection'
  | 'switch'
  | 'refresh'
  | 'retry';

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
 * One worker's connection to the price service. Whatever the next worker needs is in storage: this
 * holds only what ends with the worker anyway.
 */
export interface Connection extends ConnectionOptions {
  /** The connected service; `null`: not connected yet. */
  service: Service | null;
  /** The clients of the services that were asked so far, by id. */
  readonly clients: Map<string, Service>;
  /** The search for a service that works; `null`: none is in progress. */
  search: { service: Service; findings: Promise<Findings> } | null;
  /** When the service in use was last asked because it was silent; 0: not yet. */
  checkedAt: UnixMilliseconds;
  readonly failover: Failover;
  readonly report: ConnectionReport;
  readonly stream: PriceStream;
  readonly polls: Polls;
  readonly catalog: CatalogRefresher;
  readonly probes: Probes;
  /** Polls the feeds that the service in use does not have, if that is due. */
  readonly pollOthers: () => Promise<void>;
  /** @param nextAttemptAt `null`: with the next alarm */
  readonly handleFailure: (
    error: unknown,
    nextAttemptAt: UnixMilliseconds | null,
  ) => Promise<Decision | null>;
  /** Fixes the connection if it is not as wanted. Any number of calls is fine. */
  readonly reconcile: (cause: Cause) => Promise<void>;
  /** Refreshes the catalog now. Resolves when the request ends, even if it fails. */
  readonly refreshCatalog: () => Promise<void>;
  /** Ends all that is in progress. The next `reconcile` connects to the service of the settings. */
  readonly disconnect: () => void;
}

/** The clients of a service: the same ones while the worker lives, unless its settings change. */
export function clientsOf(
  { clients, recorder, responses, requestHooks }: Connection,
  settings: ServiceSettings,
): Service {
  const known = clients.get(settings.id);
  if (known?.key === serviceKey(settings)) return known;
  const traffic: Traffic = {
    onBytes: recorder.onBytes,
    onAnswer: (kind, status, latencyMs) => {
      recorder.onAnswer(kind, status);
      responses?.onAnswer(settings.id, status, latencyMs);
    },
  };
  const service = createService(settings, traffic, requestHooks);
  clients.set(settings.id, service);
  return service;
}

/** Polls these feeds, unless a poll of all of them is in progress. */
export function startPoll(
  { service, polls, stream, failover }: Connection,
  ids: readonly FeedId[],
  { canRetry = false, canSearch = true }: { canRetry?: boolean; canSearch?: boolean } = {},
): void {
  // Beside a stream, which is retried anyway, retries would only use up the request budget.
  const patient = canRetry ? {} : WITHOUT_RETRIES;
  const call = failover.hasSuccessor ? IMPATIENT : patient;
  if (service)
    polls.start(service.client, { ids, call, canSearch, knowsSome: stream.isDelivering });
}
