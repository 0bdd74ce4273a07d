import { isMap } from '../../base/is-map.ts';
import { z } from '../../base/zod.ts';
import { leanStreamSchema, originBudgetsSchema } from '../../domain/connection/state.ts';
import { memorySchema, UNKNOWN_FEEDS, UNTRIED } from '../../domain/connection/memory.ts';
import { stored } from '../stored.ts';

/** Written by the worker's `Connection` only, for the next worker. */
export const connectionMemory = stored('session:connectionMemory', {
  schema: memorySchema,
  fallback: { feeds: UNKNOWN_FEEDS, ...UNTRIED },
});

/**
 * Stored locally, because limits of services outlive the worker and the browser. Written by
 * `RequestBudget` only.
 */
export const requestBudgets = stored('local:requestBudget', {
  schema: originBudgetsSchema,
  migrations: [byService],
  fallback: {},
});

/** Version 1 stored the requests to one service, which is no longer known. */
function byService(old: unknown): unknown {
  return isMap(old) && 'sentAt' in old ? { '': old } : old;
}

/** Whether signed prices suffice, so that the stream can omit the parsed ones. */
export const leanStream = stored('session:leanStream', {
  schema: leanStreamSchema,
  fallback: { state: 'unknown', at: 0 },
});

/**
 * The service of the stored prices, see `serviceMark`; empty: unknown. Changes only after the
 * previous service's data was removed.
 */
export const storedService = stored('local:storedService', {
  schema: z.string(),
  fallback: '',
});
