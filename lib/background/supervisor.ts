import {
  HttpStatusError,
  PriceServiceClient,
  RequestTimeoutError,
  type PriceUpdate,
} from '../price-service/index.ts';
import { connectionState, polling, type ConnectionState } from '../storage/connection.ts';
import { missingFeeds } from '../storage/prices.ts';
import type { ConnectionSettings } from '../storage/settings.ts';
import { followFromCatalogue, isCatalogueDue, refreshCatalogue } from './catalogue.ts';
import { describeFailure } from './failure-words.ts';
import { openLiveStream, SILENCE_MS, type LiveStream } from './live-stream.ts';
import { forgetMissing, isPollDue, readPlan, type Plan } from './plan.ts';
import { pollPrices } from './poll.ts';
import type { Presence } from './presence.ts';
import type { PriceIntake } from './price-intake.ts';
import {
  pauseRequests,
  RequestPausedError,
  resumeRequests,
  takeRequest,
} from './request-budget.ts';

const PENALTY_MS = 60_000;
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 30_000;

// A stream that brought nothing by then is helped by one poll, so that a page is never empty long.
const FIRST_DATA_MS = 2_000;

// As long as polls come every 30 s, one late.
const ANSWER_HOLDS_MS = 35_000;

// The catalogue is large; it may take longer than a price.
const CATALOGUE_TIMEOUT_MS = 25_000;

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
}

interface SupervisorOptions {
  presence: Presence;
  intake: PriceIntake;
  /** Judges and stores what the service sent. */
  takeUpdate: (update: PriceUpdate) => Promise<void>;
  /** Whether any of these feeds' markets is open now. */
  isAnyMarketOpen: (ids: readonly string[]) => boolean;
}

/**
 * Decides when the service is asked: a stream while someone looks or the user wants it, polls
 * otherwise, nothing while the service refuses or asked for a pause. All that a next worker needs
 * to know is in storage; what is kept here is what dies with the worker anyway.
 */
export function createSupervisor(options: SupervisorOptions): Supervisor {
  const { presence, intake, takeUpdate, isAnyMarketOpen } = options;
  let causes = new Set<Cause>();
  let looking: Promise<void> | undefined;
  let service:
    | { key: string; prices: PriceServiceClient; catalogue: PriceServiceClient }
    | undefined;
  let live: LiveStream | undefined;
  let poll: AbortController | undefined;
  let fetching: AbortController | undefined;
  let retryTimer: ReturnType<typeof setTimeout> | undefined;
  let streamFailures = 0;
  let streamNotBefore = 0;
  let state: ConnectionState | undefined;

  return { look };

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
    state ??= await connectionState.getValue();
    if (why.has('connection') || why.has('refresh')) await forgive(why.has('connection'));
    await followFromCatalogue();
    const plan = await readPlan(presence.isSomeoneLooking);
    connectTo(plan.connection);
    await intake.follow(plan.followed);

    if (isStopped()) closeStream();
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
      await resumeRequests();
    }
    await forgetMissing();
    if (isStopped() || isNewConnection) await setState('connecting');
  }

  function isStopped(): boolean {
    return state?.state === 'stopped' && state.remedy !== null;
  }

  async function haveNothingToAsk(plan: Plan): Promise<void> {
    closeStream();
    const reason =
      plan.followed.length === 0
        ? 'The watchlist is empty.'
        : 'The price service offers none of these feeds.';
    await setState('stopped', { reason });
  }

  async function keepStream(plan: Plan, why: ReadonlySet<Cause>): Promise<void> {
    if (live && !hasSameIds(live.ids, plan.asked)) closeStream();
    const now = Date.now();
    if (!live && now >= streamNotBefore) await openStream(plan.asked);
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
    } else if (state?.state === 'live' || state?.state === 'connecting') {
      await setState('polling');
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
    const key = JSON.stringify(connection);
    if (service?.key === key) return;
    closeStream();
    const headers = Object.fromEntries(connection.headers.map(({ name, value }) => [name, value]));
    const common = { headers, retryIf: isWorthRetrying, beforeRequest: takeRequest };
    service = {
      key,
      prices: new PriceServiceClient(connection.baseUrl, common),
      catalogue: new PriceServiceClient(connection.baseUrl, {
        ...common,
        timeoutMs: CATALOGUE_TIMEOUT_MS,
      }),
    };
  }

  // ------------------------------------------------------------------------------- the stream

  async function openStream(ids: readonly string[]): Promise<void> {
    if (!service) return;
    if (state?.state !== 'offline') await setState('connecting');
    const stream = openLiveStream(service.prices, ids, {
      onUpdate: (update) => {
        streamFailures = 0;
        if (live !== stream) return;
        void takeUpdate(update).then(() => setState('live'));
      },
      onRetrying: (error) => void streamIsRetrying(error),
      onClosed: (error) => void streamIsClosed(error),
      onSilent: () => void streamIsSilent(),
    });
    live = stream;
    setTimeout(() => {
      if (live === stream && stream.lastDataAt === 0 && streamFailures === 0) startPoll(ids);
    }, FIRST_DATA_MS);
  }

  function closeStream(): void {
    live?.close();
    live = undefined;
  }

  async function streamIsRetrying(error: Error): Promise<void> {
    streamFailures += 1;
    const { reason, remedy } = describeFailure(error);
    await setState(streamFailures < 2 ? 'connecting' : 'offline', { reason, remedy });
  }

  async function streamIsClosed(error: Error): Promise<void> {
    live = undefined;
    streamFailures += 1;
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
    await setState('connecting', { reason: 'The stream fell silent.' });
    void look('retry');
  }

  // ------------------------------------------------------------------------------------ polls

  function startPoll(ids: readonly string[]): void {
    if (poll || !service) return;
    const abort = new AbortController();
    poll = abort;
    void runPoll(service.prices, ids, abort.signal).finally(() => {
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
    if (!isStreamDelivering) await setState('polling');
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
      await setState('stopped', { reason: failure.reason, remedy: failure.remedy });
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
      await setState(isAnswering ? 'polling' : 'offline', { reason, remedy, nextAttemptAt });
    }
  }

  async function waitUntil(until: number, reason: string): Promise<void> {
    streamNotBefore = until;
    if (live && live.lastDataAt > 0) return;
    closeStream();
    await setState('offline', { reason, nextAttemptAt: until });
    lookAgainAt(until);
  }

  // The worker may be dead by then; the alarm looks again in any case.
  function lookAgainAt(at: number): void {
    clearTimeout(retryTimer);
    retryTimer = setTimeout(() => void look('retry'), Math.max(0, at - Date.now()));
  }

  async function setState(
    name: ConnectionState['state'],
    details: Partial<Omit<ConnectionState, 'state'>> = {},
  ): Promise<void> {
    const next = { reason: null, remedy: null, nextAttemptAt: null, ...details, state: name };
    if (state && isSameState(state, next)) return;
    state = next;
    await connectionState.setValue(next);
  }
}

/** The supervisor knows the service's limits; the client must not spend them on hopeless tries. */
function isWorthRetrying(error: unknown): boolean {
  if (error instanceof RequestPausedError || error instanceof RequestTimeoutError) return false;
  return !(error instanceof HttpStatusError && [401, 403, 404, 429].includes(error.status));
}

function hasSameIds(some: readonly string[], others: readonly string[]): boolean {
  return some.length === others.length && others.every((id) => some.includes(id));
}

function isSameState(a: ConnectionState, b: ConnectionState): boolean {
  return (
    a.state === b.state &&
    a.reason === b.reason &&
    a.remedy === b.remedy &&
    a.nextAttemptAt === b.nextAttemptAt
  );
}
