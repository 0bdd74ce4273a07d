import {
  HttpStatusError,
  type PriceServiceClient,
  type PriceUpdate,
} from '../price-service/index.ts';
import { polling, type ConnectionState } from '../storage/connection.ts';
import { missingFeeds } from '../storage/prices.ts';
import type { ConnectionSettings } from '../storage/settings.ts';
import { followFromCatalogue, isCatalogueDue, refreshCatalogue } from './catalogue.ts';
import { createConnectionReport } from './connection-report.ts';
import { describeFailure } from './failure-words.ts';
import type { LeanGate } from './lean-stream.ts';
import { openLiveStream, SILENCE_MS, type LiveStream } from './live-stream.ts';
import { forgetMissing, isPollDue, readPlan, type Plan } from './plan.ts';
import { pollPrices } from './poll.ts';
import type { Presence } from './presence.ts';
import type { PriceIntake } from './price-intake.ts';
import { pauseRequests, RequestPausedError } from './request-budget.ts';
import type { Recorder } from './recorder.ts';
import { createService, serviceKey, type Service } from './service.ts';

const PENALTY_MS = 60_000;
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 30_000;

// A stream that brought nothing by then is helped by one poll, so that a page is never empty long.
const FIRST_DATA_MS = 2_000;

// As long as polls come every 30 s, one late.
const ANSWER_HOLDS_MS = 35_000;

/** Why the supervisor looks. `connection` and `refresh` forgive earlier failures. */
export type Cause =
  | 'start'
  | 'alarm'
  | 'presence'
  | 'settings'
  | 'connection'
  | 'refresh'
  | 'retry';

export interface Supervisor {
  /** Compares what is going on with what should be, and sees to it. Any number of calls is fine. */
  look: (cause: Cause) => Promise<void>;
  /** The service as it is connected now, for calls beside the latest prices; `null`: not yet. */
  readonly service: Service | null;
}

interface SupervisorOptions {
  presence: Presence;
  intake: PriceIntake;
  /** Judges and stores what the service sent. */
  takeUpdate: (update: PriceUpdate) => Promise<void>;
  lean: Pick<LeanGate, 'isOpen'>;
  recorder: Recorder;
  /** Whether any of these feeds' markets is open now. */
  isAnyMarketOpen: (ids: readonly string[]) => boolean;
}

/**
 * Decides when the service is asked: a stream while someone looks or the user wants it, polls
 * otherwise, nothing while the service refuses or asked for a pause. All that a next worker needs
 * to know is in storage; what is kept here is what dies with the worker anyway.
 */
export function createSupervisor(options: SupervisorOptions): Supervisor {
  const { presence, intake, takeUpdate, lean, recorder, isAnyMarketOpen } = options;
  const report = createConnectionReport(noteState);
  let causes = new Set<Cause>();
  let looking: Promise<void> | undefined;
  let service: Service | undefined;
  let live: LiveStream | undefined;
  let poll: AbortController | undefined;
  let fetching: AbortController | undefined;
  let retryTimer: ReturnType<typeof setTimeout> | undefined;
  let streamFailures = 0;
  let streamNotBefore = 0;

  return {
    look,
    get service() {
      return service ?? null;
    },
  };

  function look(cause: Cause): Promise<void> {
    causes.add(cause);
    looking ??= lookUntilQuiet().finally(() => {
      looking = undefined;
    });
    return looking;
  }

  async function lookUntilQuiet(): Promise<void> {
    while (causes.size > 0) {
      const current = causes;
      causes = new Set();
      await lookOnce(current);
    }
  }

  async function lookOnce(why: ReadonlySet<Cause>): Promise<void> {
    if (why.has('connection') || why.has('refresh')) await forgive(why.has('connection'));
    await followFromCatalogue();
    const plan = await readPlan(presence.isSomeoneLooking);
    connectTo(plan.connection);
    await intake.follow(plan.followed);

    if (await isStopped()) closeStream();
    else if (plan.asked.length === 0) await haveNothingToAsk(plan);
    else if (plan.wantsStream) await keepStream(plan, why);
    else await keepPolling(plan, why);

    await keepCatalogue(why.has('connection'));
  }

  // ------------------------------------------------------------------------------- what to do

  /** The user changed the settings or asked for it: earlier refusals no longer count. */
  async function forgive(isNewConnection: boolean): Promise<void> {
    streamFailures = 0;
    streamNotBefore = 0;
    if (isNewConnection) {
      poll?.abort();
      poll = undefined;
    }
    await forgetMissing();
    if (isNewConnection || (await isStopped())) await report.set('connecting');
  }

  async function isStopped(): Promise<boolean> {
    const { state, remedy } = await report.load();
    return state === 'stopped' && remedy !== null;
  }

  async function haveNothingToAsk(plan: Plan): Promise<void> {
    closeStream();
    const reason =
      plan.followed.length === 0
        ? 'The watchlist is empty.'
        : 'The price service offers none of these feeds.';
    await report.set('stopped', { reason });
  }

  async function keepStream(plan: Plan, why: ReadonlySet<Cause>): Promise<void> {
    const isLean = await lean.isOpen();
    const wasLive = live !== undefined && live.lastDataAt > 0;
    if (live && (live.isLean !== isLean || !hasSameIds(live.ids, plan.asked))) closeStream();
    const now = Date.now();
    if (!live && now >= streamNotBefore) {
      // A stream that only changes its form or its feeds is no news.
      if (!wasLive && (await report.load()).state !== 'offline') await report.set('connecting');
      openStream({ ids: plan.asked, isLean });
    }
    const isSilent = !live || (live.lastDataAt > 0 && now - live.lastDataAt > SILENCE_MS);
    if (why.has('refresh') || (isSilent && now >= streamNotBefore && isPollDue(plan, now))) {
      startPoll(plan.asked);
    }
  }

  async function keepPolling(plan: Plan, why: ReadonlySet<Cause>): Promise<void> {
    closeStream();
    streamFailures = 0;
    const lacksPrice = plan.asked.some((id) => !intake.prices.has(id));
    const isAsked = why.has('refresh') || why.has('connection') || why.has('retry');
    if (isAsked || (why.has('settings') && lacksPrice) || isPollDue(plan, Date.now())) {
      startPoll(plan.asked);
    } else if (['live', 'connecting'].includes((await report.load()).state)) {
      await report.set('polling');
    }
  }

  async function keepCatalogue(isNewConnection: boolean): Promise<void> {
    if (isNewConnection) fetching?.abort();
    else if (fetching || !(await isCatalogueDue(Date.now()))) return;
    if (!service) return;
    const abort = new AbortController();
    fetching = abort;
    void refreshCatalogue(service.catalogue, abort.signal).finally(() => {
      if (fetching === abort) fetching = undefined;
    });
  }

  function connectTo(connection: ConnectionSettings): void {
    if (service?.key === serviceKey(connection)) return;
    closeStream();
    service = createService(connection, recorder);
  }

  // ------------------------------------------------------------------------------- the stream

  function openStream(what: Pick<LiveStream, 'ids' | 'isLean'>): void {
    if (!service) return;
    const stream = openLiveStream(service.prices, what, {
      onOpen: () => {
        recorder.onStreamOpened();
        recorder.note(`A ${what.isLean ? 'lean ' : ''}stream of ${what.ids.length} feeds opened.`);
      },
      onUpdate: (update) => {
        streamFailures = 0;
        if (live !== stream) return;
        void takeUpdate(update)
          .then(() => report.set('live'))
          .catch((error: unknown) => cannotTake(error));
      },
      onRetrying: (error) => void streamIsRetrying(error),
      onClosed: (error) => void streamIsClosed(error),
      onSilent: () => void streamIsSilent(),
    });
    live = stream;
    setTimeout(() => {
      if (live === stream && stream.lastDataAt === 0 && streamFailures === 0) startPoll(what.ids);
    }, FIRST_DATA_MS);
  }

  function closeStream(): void {
    live?.close();
    live = undefined;
  }

  async function streamIsRetrying(error: Error): Promise<void> {
    const wasLive = streamFailures === 0 && live !== undefined && live.lastDataAt > 0;
    streamFailures += 1;
    const { remedy, ...failure } = describeFailure(error);
    // Whether the service can be reached shows with the next try.
    const reason = wasLive && remedy !== null ? 'The price stream broke off.' : failure.reason;
    recorder.note(`The stream broke off: ${failure.reason}`);
    await report.set(streamFailures < 2 ? 'connecting' : 'offline', { reason, remedy });
  }

  async function streamIsClosed(error: Error): Promise<void> {
    live = undefined;
    streamFailures += 1;
    recorder.note(`The stream ended: ${describeFailure(error).reason}`);
    const pauseMs = Math.min(FIRST_PAUSE_MS * 2 ** (streamFailures - 1), LONGEST_PAUSE_MS);
    streamNotBefore = Date.now() + pauseMs;
    await handleFailure(error, streamNotBefore);
    if (describeFailure(error).next !== 'retry') return;
    // A poll finds out which feeds the service does not know; the stream then goes without them.
    // It also serves where the service refuses the stream alone.
    const plan = await readPlan(presence.isSomeoneLooking);
    const isUnknownFeed = error instanceof HttpStatusError && error.status === 404;
    if ((isUnknownFeed && streamFailures === 1) || isPollDue(plan, Date.now())) {
      startPoll(plan.asked);
    }
  }

  /** Data, not bytes: the service keeps a stream open with comments when it has lost its feeds. */
  async function streamIsSilent(): Promise<void> {
    if (!live || !isAnyMarketOpen(live.ids)) return;
    closeStream();
    await report.set('connecting', { reason: 'The stream fell silent.' });
    void look('retry');
  }

  // ------------------------------------------------------------------------------------ polls

  function startPoll(ids: readonly string[]): void {
    if (poll || !service) return;
    const abort = new AbortController();
    poll = abort;
    // Beside a stream that tries again by itself, retries would only use up the request budget.
    void runPoll(live ? service.once : service.prices, ids, abort.signal).finally(() => {
      if (poll === abort) poll = undefined;
    });
  }

  async function runPoll(
    client: PriceServiceClient,
    ids: readonly string[],
    signal: AbortSignal,
  ): Promise<void> {
    await polling.update((known) => ({ ...known, triedAt: Date.now() }));
    try {
      const { updates, missing } = await pollPrices(client, ids, signal);
      if (signal.aborted) return;
      for (const update of updates) await takeUpdate(update);
      await polling.update((known) => ({ ...known, failures: 0 }));
      await pollSucceeded(missing);
    } catch (error) {
      if (signal.aborted) return;
      await polling.update((known) => ({ ...known, failures: known.failures + 1 }));
      await handleFailure(error, null);
    }
  }

  async function pollSucceeded(missing: Record<string, 'unknown' | 'no-data'>): Promise<void> {
    const isStreamDelivering = live !== undefined && live.lastDataAt > 0;
    if (!isStreamDelivering) await report.set('polling');
    if (Object.keys(missing).length === 0) return;
    await missingFeeds.update((known) => ({ ...known, ...missing }));
    streamNotBefore = 0;
    void look('settings');
  }

  // --------------------------------------------------------------------------------- failures

  /** @param nextAttemptAt when it is tried again; `null`: with the next alarm */
  async function handleFailure(error: unknown, nextAttemptAt: number | null): Promise<void> {
    const failure = describeFailure(error);
    if (failure.next === 'stop') {
      closeStream();
      await report.set('stopped', { reason: failure.reason, remedy: failure.remedy });
    } else if (error instanceof RequestPausedError) {
      await waitUntil(error.until, failure.reason);
    } else if (failure.next === 'pause' && error instanceof HttpStatusError) {
      const until = Date.now() + Math.max(error.retryAfterMs ?? PENALTY_MS, FIRST_PAUSE_MS);
      await pauseRequests(until);
      await waitUntil(until, failure.reason);
    } else {
      if (nextAttemptAt !== null) lookAgainAt(nextAttemptAt);
      if (live && live.lastDataAt > 0) return;
      // A service that refuses the stream alone still answers polls.
      const isAnswering = nextAttemptAt !== null && Date.now() - intake.askedAt < ANSWER_HOLDS_MS;
      const { reason, remedy } = failure;
      await report.set(isAnswering ? 'polling' : 'offline', { reason, remedy, nextAttemptAt });
    }
  }

  /** The prices came, but could not be stored: the service is not to blame. */
  async function cannotTake(error: unknown): Promise<void> {
    const { reason } = describeFailure(error);
    recorder.note(reason);
    await report.set('live', { reason }).catch(() => console.warn(reason));
  }

  async function waitUntil(until: number, reason: string): Promise<void> {
    streamNotBefore = until;
    if (live && live.lastDataAt > 0) return;
    closeStream();
    await report.set('offline', { reason, nextAttemptAt: until });
    lookAgainAt(until);
  }

  // The worker may be dead by then; the alarm looks again in any case.
  function lookAgainAt(at: number): void {
    clearTimeout(retryTimer);
    retryTimer = setTimeout(() => void look('retry'), Math.max(0, at - Date.now()));
  }

  function noteState({ state, reason }: ConnectionState): void {
    recorder.note(`Connection: ${state}${reason === null ? '' : `, ${reason}`}`);
  }
}

function hasSameIds(some: readonly string[], others: readonly string[]): boolean {
  return some.length === others.length && others.every((id) => some.includes(id));
}
