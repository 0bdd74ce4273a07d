import { isMap } from '../../base/is-map.ts';
import { z } from '../../base/zod.ts';
import {
  connectionStateSchema,
  leanStreamSchema,
  pollingSchema,
  requestBudgetsSchema,
} from '../../domain/connection/state.ts';
import { stored } from '../stored.ts';

export const connectionState = stored('session:connectionState', {
  schema: connectionStateSchema,
  fallback: { state: 'connecting', reason: null, remedy: null, nextAttemptAt: null },
  uses: ['firstPaint'],
});

/** What the next worker needs to know about the polls. */
export const polling = stored('session:polling', {
  schema: pollingSchema,
  fallback: { triedAt: 0, failures: 0, missingCheckedAt: 0 },
});

/** In place of an origin: the one service of version 1. The next request replaces it. */
export const ANY_SERVICE = '';

/** The latest requests to each service. The services' limits outlive the worker and the browser. */
export const requestBudgets = stored('local:requestBudget', {
  schema: requestBudgetsSchema,
  migrations: [byService],
  fallback: {},
});

/** Version 1 stored the requests to one service. */
function byService(old: unknown): unknown {
  return isMap(old) && 'sentAt' in old ? { [ANY_SERVICE]: old } : old;
}

/** Whether the service's signed prices suffice, so that the stream can omit the others. */
export const leanStream = stored('session:leanStream', {
  schema: leanStreamSchema,
  fallback: { state: 'unknown', at: 0 },
});

/**
 * The price service that the stored prices are from: a hash of its base URL, see `serviceMark`;
 * empty: not known. It changes only after everything from the previous service was removed.
 */
export const storedService = stored('local:storedService', {
  schema: z.string(),
  fallback: '',
  uses: ['workerStart'],
});
