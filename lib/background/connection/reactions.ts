import { NoFeedKnownError, NotCoveredError } from '../../connection/feed-refusal.ts';
import type { ServiceProblem } from '../../connection/service-problem.ts';
import { HttpStatusError, type PriceUpdate } from '../../price-service/index.ts';
import { StorageWriteError } from '../../storage/storage-write-error.ts';
import type { FeedId, UnixMilliseconds } from '../../units.ts';
import { describeFailure } from '../describe-failure.ts';
import { isPollDue, readPlan } from '../plan.ts';
import type { Recorder } from '../recorder.ts';
import { startPoll, type Connection } from './connection.ts';

// What the connection does when a poll or the stream brings something, ends or fails.

/** Resolves with the reason why an update could not be stored; `null`: it is stored. */
export async function storeUpdate(
  stored: Promise<void>,
  recorder: Pick<Recorder, 'log'>,
): Promise<ServiceProblem | null> {
  try {
    await stored;
    return null;
  } catch (cause) {
    const { reason } = describeFailure(new StorageWriteError('Not stored.', { cause }));
    recorder.log({ kind: 'not-stored', reason });
    return reason;
  }
}

/**
 * @param hasVerdicts whether other feeds than before are missing or suspected
 * @param reason why not all of the answer is stored; `null`: it is
 */
export async function onPollAnswered(
  { stream, report, reconcile }: Connection,
  hasVerdicts: boolean,
  reason: ServiceProblem | null,
): Promise<void> {
  if (!stream.isDelivering) await report.set('polling', { reason });
  if (!hasVerdicts) return;
  stream.waitUntil(0);
  void reconcile('settings');
}

export async function onPollFailed(connection: Connection, error: unknown): Promise<void> {
  const { presence, handleFailure, reconcile } = connection;
  if (!(error instanceof NoFeedKnownError)) {
    await handleFailure(error, null);
    return;
  }
  const { polledAt, pollEveryMs } = await readPlan(presence.isPageOpen);
  await handleFailure(error, polledAt + pollEveryMs);
  // No stream is opened until the service knows a feed.
  void reconcile('settings');
}

export async function onStreamUpdate(
  { stream, report, updates, recorder }: Connection,
  update: PriceUpdate,
): Promise<void> {
  const reason = await storeUpdate(updates.addIfRoom(update), recorder);
  if (stream.isDelivering) await report.set('live', { reason });
}

/**
 * @param failures in a row, this one included
 * @param nextAt when the next stream is due
 */
export async function onStreamEnded(
  connection: Connection,
  error: Error,
  failures: number,
  nextAt: UnixMilliseconds,
): Promise<void> {
  const { next } = await connection.handleFailure(error, nextAt);
  if (next !== 'retry') return;
  // If the service refuses only the stream, polls bring prices. They also find out which feeds the
  // service does not know, and the next stream goes without those.
  const plan = await readPlan(connection.presence.isPageOpen);
  const isRefusal = error instanceof HttpStatusError || error instanceof NotCoveredError;
  const isFirstRefusal = failures === 1 && isRefusal;
  if (isFirstRefusal || isPollDue(plan, Date.now())) startPoll(connection, plan.requested);
}

/** A service that lost its feeds may keep a stream open with comments: only data counts. */
export async function onStreamSilent(
  { stream, report, reconcile, isAnyMarketOpen }: Connection,
  ids: readonly FeedId[],
): Promise<void> {
  if (!isAnyMarketOpen(ids)) return;
  stream.close();
  await report.set('connecting', { reason: { code: 'stream-silent' } });
  void reconcile('retry');
}
