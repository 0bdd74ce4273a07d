import { serviceProblemSchema } from '../connection/service-problem.ts';
import { unixMilliseconds } from '../units.ts';
import { defineStoredItem } from './stored-item.ts';
import { z } from '../zod.ts';

export const connectionNameSchema = z.enum(['live', 'polling', 'connecting', 'offline', 'stopped']);

const connectionStateSchema = z.object({
  state: connectionNameSchema,
  reason: z.nullable(serviceProblemSchema),
  /** Where the user can mend it. */
  remedy: z.nullable(z.enum(['access-token', 'connection'])),
  /** When the next attempt is planned; `null`: none is. */
  nextAttemptAt: z.nullable(unixMilliseconds),
});
export type ConnectionState = z.infer<typeof connectionStateSchema>;

export const connectionState = defineStoredItem<ConnectionState>('session:connectionState', {
  schema: connectionStateSchema,
  fallback: { state: 'connecting', reason: null, remedy: null, nextAttemptAt: null },
});

const pollingSchema = z.object({
  /** When the last poll was made, successful or not; 0: none in this session. */
  triedAt: unixMilliseconds,
  /** Failures in a row. */
  failures: z.number(),
  /** When missing feeds were last asked for. */
  missingCheckedAt: unixMilliseconds,
});
export type Polling = z.infer<typeof pollingSchema>;

/** What the next worker needs to know about the polls. */
export const polling = defineStoredItem<Polling>('session:polling', {
  schema: pollingSchema,
  fallback: { triedAt: 0, failures: 0, missingCheckedAt: 0 },
});

const requestBudgetSchema = z.object({
  /** When the last requests were sent, oldest first. */
  sentAt: z.array(unixMilliseconds),
  /** No request before this: the service asked for a pause. */
  pausedUntil: unixMilliseconds,
});
export type RequestBudget = z.infer<typeof requestBudgetSchema>;

/** The latest requests. The service's limits outlive the worker and the browser. */
export const requestBudget = defineStoredItem<RequestBudget>('local:requestBudget', {
  schema: requestBudgetSchema,
  fallback: { sentAt: [], pausedUntil: 0 },
});

const leanStreamSchema = z.object({
  /** `proven`: all that the service sent was verified; `refuted`: something was not. */
  state: z.enum(['unknown', 'proven', 'refuted']),
  at: unixMilliseconds,
});

/** Whether the service's signed prices suffice, so that the stream can omit the others. */
export const leanStream = defineStoredItem<z.infer<typeof leanStreamSchema>>('session:leanStream', {
  schema: leanStreamSchema,
  fallback: { state: 'unknown', at: 0 },
});

/**
 * The price service that the stored prices are from: a hash of its base URL, see `serviceMark`;
 * empty: not known. It changes only after everything from the previous service was removed.
 */
export const storedService = defineStoredItem<string>('local:storedService', {
  schema: z.string(),
  fallback: '',
});
