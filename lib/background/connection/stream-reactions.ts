import type { FeedId, UnixMilliseconds } from '../../base/units.ts';
import { NotCoveredError } from '../../domain/connection/feed-refusal.ts';
import { HttpStatusError } from '../../price-service/index.ts';
import type { Presence } from '../presence.ts';
import type { Recorder } from '../recorder.ts';
import type { Causes } from './causes.ts';
import type { ConnectionReport } from './connection-report.ts';
import type { FailureHandler } from './failure-handler.ts';
import { replaceStream, SILENT, type Leaving } from './leave.ts';
import { isPollDue, readPlan } from './plan.ts';
import type { PollPrices } from './poll-prices.ts';
import type { PriceStream, StreamReactions } from './price-stream.ts';
import type { Serving } from './serving.ts';
import { storeUpdate } from './failure.ts';

interface ReactionOptions {
  serving: Serving;
  leaving: Leaving;
  stream: PriceStream;
  report: ConnectionReport;
  causes: Causes;
  presence: Presence;
  recorder: Recorder;
  handleFailure: FailureHandler;
  pollPrices: PollPrices;
  isAnyMarketOpen: (ids: readonly FeedId[]) => boolean;
}

export function createStreamReactions(options: ReactionOptions): StreamReactions {
  const { leaving, isAnyMarketOpen } = options;
  return {
    onData: (stored) => void onData(options, stored),
    onLate: (ids) => void onLate(options, ids),
    onQuiet: (ids, isLively) => {
      if (isAnyMarketOpen(ids)) void leaving.ifSilent(isLively);
    },
    onLost: (error, ids) => void onLost(options, error, ids),
    onSilent: (ids) => void onSilent(options, ids),
    onEnded: (...end) => void onEnded(options, ...end),
  };
}

async function onData(
  { serving, stream, report, recorder }: ReactionOptions,
  stored: Promise<void>,
): Promise<void> {
  void serving.report({ kind: 'ok' });
  const reason = await storeUpdate(stored, recorder);
  if (stream.isDelivering) await report.set('live', { reason });
}

/** A new stream brought no data yet. A poll may, unless the service is gone. */
async function onLate(
  { leaving, pollPrices }: ReactionOptions,
  ids: readonly FeedId[],
): Promise<void> {
  if (!(await leaving.ifSilent(false))) pollPrices(ids, { canSearch: false });
}

/** The stream is about to reconnect. Another service may take over sooner. */
async function onLost(
  { serving, leaving, pollPrices }: ReactionOptions,
  error: Error,
  ids: readonly FeedId[],
): Promise<void> {
  const { failover } = serving;
  if (!failover.hasSuccessor || (await leaving.afterFailure(error))) return;
  // The service works, so prices need not wait for the stream.
  if (failover.hasSuccessor) pollPrices(ids, { canSearch: false });
}

/** A service that lost its feeds may send comments forever: only data counts. */
async function onSilent(options: ReactionOptions, ids: readonly FeedId[]): Promise<void> {
  if (!options.isAnyMarketOpen(ids)) return;
  if (!(await options.serving.report(SILENT))) await replaceStream(options, SILENT.problem);
}

/** @param failures in a row @param nextAt when the next stream is due */
async function onEnded(
  { presence, handleFailure, pollPrices }: ReactionOptions,
  error: Error,
  failures: number,
  nextAt: UnixMilliseconds,
): Promise<void> {
  const decision = await handleFailure(error, nextAt);
  if (decision?.next !== 'retry') return;
  // If the service refuses only streams, polls bring prices. They also find unknown feeds, which
  // the next stream leaves out.
  const plan = await readPlan(presence.isPageOpen);
  const isRefusal = error instanceof HttpStatusError || error instanceof NotCoveredError;
  const isFirstRefusal = failures === 1 && isRefusal;
  if (isFirstRefusal || isPollDue(plan, Date.now())) pollPrices(plan.requested);
}
