import { NoFeedKnownError, NotCoveredError } from '../../domain/connection/feed-refusal.ts';
import type { ServiceProblem } from '../../domain/connection/service-problem.ts';
import { HttpStatusError } from '../../price-service/index.ts';
import { StorageWriteError } from '../../storage/storage-write-error.ts';
import type { FeedId, UnixMilliseconds } from '../../base/units.ts';
import { describeFailure } from './describe-failure.ts';
import { isPollDue, readPlan } from './plan.ts';
import type { Recorder } from '../recorder.ts';
import { startPoll, type Connection } from './connection.ts';
import {
  leaveAfterFailure,
  leaveIfSilent,
  reportEvent,
  replaceStream,
  reportSuccess,
  SILENT,
} from './leave.ts';

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
  connection: Connection,
  hasVerdicts: boolean,
  reason: ServiceProblem | null,
): Promise<void> {
  const { stream, report, reconcile, pollOthers } = connection;
  reportSuccess(connection);
  if (!stream.isDelivering) await report.set('polling', { reason });
  // The catalog may have shown first that a feed is missing.
  if (!hasVerdicts) return pollOthers();
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

/** @param stored resolves when the update is handled */
export async function onStreamData(connection: Connection, stored: Promise<void>): Promise<void> {
  const { stream, report, recorder } = connection;
  reportSuccess(connection);
  const reason = await storeUpdate(stored, recorder);
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
  const decision = await connection.handleFailure(error, nextAt);
  if (decision?.next !== 'retry') return;
  // If the service refuses only the stream, polls bring prices. They also find out which feeds the
  // service does not know, and the next stream goes without those.
  const plan = await readPlan(connection.presence.isPageOpen);
  const isRefusal = error instanceof HttpStatusError || error instanceof NotCoveredError;
  const isFirstRefusal = failures === 1 && isRefusal;
  if (isFirstRefusal || isPollDue(plan, Date.now())) startPoll(connection, plan.requested);
}

/** The stream lost its connection and is about to reconnect. Another service does not wait for that. */
export async function onStreamLost(
  connection: Connection,
  error: Error,
  ids: readonly FeedId[],
): Promise<void> {
  if (!connection.failover.hasSuccessor || (await leaveAfterFailure(connection, error))) return;
  // It works: prices need not wait for the stream.
  if (connection.failover.hasSuccessor) startPoll(connection, ids, { canSearch: false });
}

/** A new stream brought no data yet: a poll may, unless the service is gone. */
export async function onStreamLate(connection: Connection, ids: readonly FeedId[]): Promise<void> {
  if (await leaveIfSilent(connection, false)) return;
  startPoll(connection, ids, { canSearch: false });
}

/** @param isLively whether its data came all the time so far */
export async function onStreamQuiet(
  connection: Connection,
  ids: readonly FeedId[],
  isLively: boolean,
): Promise<void> {
  if (connection.isAnyMarketOpen(ids)) await leaveIfSilent(connection, isLively);
}

/** A service that lost its feeds may keep a stream open with comments: only data counts. */
export async function onStreamSilent(
  connection: Connection,
  ids: readonly FeedId[],
): Promise<void> {
  if (!connection.isAnyMarketOpen(ids)) return;
  if (!(await reportEvent(connection, SILENT))) await replaceStream(connection, SILENT.problem);
}
