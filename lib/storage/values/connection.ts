import { isMap } from '../../base/is-map.ts';
import { hasShape, isNullOr, isNumber, isOneOf } from '../guards.ts';
import type {
  ConnectionState,
  LeanStreamState,
  Polling,
  RequestBudgets,
} from '../../domain/connection/state.ts';
import { isServiceProblem } from '../service-problem-guard.ts';
import { defineStoredItem } from '../stored-item.ts';

export const connectionState = defineStoredItem<ConnectionState>('session:connectionState', {
  looksRight: hasShape<ConnectionState>({
    state: isOneOf('live', 'polling', 'connecting', 'offline', 'stopped'),
    reason: isNullOr(isServiceProblem),
    remedy: isNullOr(isOneOf('access-token', 'connection')),
    nextAttemptAt: isNullOr(isNumber),
  }),
  schema: (schemas) => schemas.connectionState,
  fallback: { state: 'connecting', reason: null, remedy: null, nextAttemptAt: null },
});

/** What the next worker needs to know about the polls. */
export const polling = defineStoredItem<Polling>('session:polling', {
  schema: (schemas) => schemas.polling,
  fallback: { triedAt: 0, failures: 0, missingCheckedAt: 0 },
});

/** In place of an origin: the one service of version 1. The next request replaces it. */
export const ANY_SERVICE = '';

/** The latest requests to each service. The services' limits outlive the worker and the browser. */
export const requestBudgets = defineStoredItem<RequestBudgets>('local:requestBudget', {
  schema: (schemas) => schemas.requestBudgets,
  migrations: [byService],
  fallback: {},
});

/** Version 1 stored the requests to one service. */
function byService(old: unknown): unknown {
  return isMap(old) && 'sentAt' in old ? { [ANY_SERVICE]: old } : old;
}

/** Whether the service's signed prices suffice, so that the stream can omit the others. */
export const leanStream = defineStoredItem<LeanStreamState>('session:leanStream', {
  schema: (schemas) => schemas.leanStream,
  fallback: { state: 'unknown', at: 0 },
});

/**
 * The price service that the stored prices are from: a hash of its base URL, see `serviceMark`;
 * empty: not known. It changes only after everything from the previous service was removed.
 */
export const storedService = defineStoredItem<string>('local:storedService', {
  schema: (schemas) => schemas.text,
  fallback: '',
});
