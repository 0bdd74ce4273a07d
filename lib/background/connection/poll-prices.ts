import type { FeedId, UnixMilliseconds } from '../../base/units.ts';
import { NoFeedKnownError } from '../../domain/connection/feed-refusal.ts';
import type { ServiceProblem } from '../../domain/connection/service-problem.ts';
import type { Updates } from '../intake/updates.ts';
import type { Presence } from '../presence.ts';
import type { Recorder } from '../recorder.ts';
import type { Causes } from './causes.ts';
import type { ConnectionReport } from './connection-report.ts';
import type { FailureHandler } from './failure-handler.ts';
import { readPlan } from './plan.ts';
import type { PollHandlers, Polls } from './polls.ts';
import type { PriceStream } from './price-stream.ts';
import { IMPATIENT, WITHOUT_RETRIES } from './service.ts';
import type { Serving } from './serving.ts';
import { storeUpdate } from './failure.ts';

/** Does nothing if a poll of all these feeds is in progress. */
export type PollPrices = (
  ids: readonly FeedId[],
  options?: { canRetry?: boolean; canSearch?: boolean },
) => void;

interface PollPricesOptions {
  serving: Serving;
  polls: Polls;
  stream: PriceStream;
  report: ConnectionReport;
  causes: Causes;
  presence: Presence;
  recorder: Recorder;
  updates: Pick<Updates, 'add'>;
  handleFailure: FailureHandler;
  pollOthers: () => Promise<void>;
}

export function createPollPrices(options: PollPricesOptions): PollPrices {
  const { serving, polls, stream, updates, recorder } = options;
  const handlers: PollHandlers = {
    store: (update) => storeUpdate(updates.add(update, serving.service?.id), recorder),
    onAnswered: (...answer) => onPollAnswered(options, ...answer),
    onFailed: (error) => onPollFailed(options, error),
  };
  return (ids, { canRetry = false, canSearch = true } = {}) => {
    const { service, failover } = serving;
    if (!service) return;
    // Beside a stream, which is retried anyway, retries would only use up requests.
    const patient = canRetry ? {} : WITHOUT_RETRIES;
    const call = failover.hasSuccessor ? IMPATIENT : patient;
    const query = { ids, call, canSearch, knowsSome: stream.isDelivering };
    polls.start(service.client, query, handlers);
  };
}

/** @param reason why part of the response isn't stored */
async function onPollAnswered(
  { serving, stream, report, causes, pollOthers }: PollPricesOptions,
  hasVerdicts: boolean,
  reason: ServiceProblem | null,
): Promise<void> {
  void serving.report({ kind: 'ok' });
  if (!stream.isDelivering) await report.set('polling', { reason });
  // The catalog may have shown first that a feed is missing.
  if (!hasVerdicts) return pollOthers();
  stream.waitUntil(0);
  void causes.add('settings');
}

async function onPollFailed(
  { presence, handleFailure, causes }: PollPricesOptions,
  error: unknown,
): Promise<void> {
  if (!(error instanceof NoFeedKnownError)) {
    await handleFailure(error, null);
    return;
  }
  const { polledAt, pollEveryMs } = await readPlan(presence.isPageOpen);
  const nextPollAt: UnixMilliseconds = polledAt + pollEveryMs;
  await handleFailure(error, nextPollAt);
  // No stream opens until the service knows a feed.
  void causes.add('settings');
}
