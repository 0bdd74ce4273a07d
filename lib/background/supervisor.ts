import { NoFeedKnownError, NotCoveredError } from '../connection/feed-refusal.ts';
import { HttpStatusError, type PriceUpdate } from '../price-service/index.ts';
import type { ConnectionState } from '../storage/connection.ts';
import type { ConnectionSettings } from '../storage/settings.ts';
import { suspectedFeeds } from '../storage/suspected-feeds.ts';
import { createFailureHandler } from './after-failure.ts';
import { createCatalogueKeeper } from './catalogue-keeper.ts';
import { followFromCatalogue } from './catalogue.ts';
import { createConnectionReport } from './connection-report.ts';
import { describeFailure } from './failure-words.ts';
import type { LeanGate } from './lean-stream.ts';
import { isPollDue, isPollDueAtAlarm, readPlan, type Plan } from './plan.ts';
import { createPolls } from './polls.ts';
import type { Presence } from './presence.ts';
import type { PriceIntake } from './price-intake.ts';
import type { Recorder } from './recorder.ts';
import { createService, serviceKey, type Service } from './service.ts';
import { StorageWriteError } from '../storage/storage-write-error.ts';
import { createStreamKeeper } from './stream-keeper.ts';
import type { UpdateQueue } from './update-queue.ts';
import { forgetVerdicts } from './verdicts.ts';

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
  /** Ends all that goes on with the service: the next look connects to the one of the settings. */
  disconnect: () => void;
  /** Fetches the catalogue now. Resolves when the fetch has ended, whatever came of it. */
  refreshCatalogue: () => Promise<void>;
  /** The service as it is connected now, for calls beside the latest prices; `null`: not yet. */
  readonly service: Service | null;
}

interface SupervisorOptions {
  presence: Presence;
  intake: PriceIntake;
  /** Judges and stores what the service sent. */
  updates: Pick<UpdateQueue, 'offer' | 'take'>;
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
  const { presence, intake, updates, lean, recorder, isAnyMarketOpen } = options;
  const report = createConnectionReport(noteState);
  const catalogue = createCatalogueKeeper();
  const polls = createPolls({
    take: (update) => store(updates.take(update)),
    onAnswered: pollIsAnswered,
    onFailed: pollFailed,
  });
  const streams = createStreamKeeper({
    isSomeoneLooking: () => presence.isSomeoneLooking,
    report,
    recorder,
    onUpdate: (update) => void takeStreamed(update),
    onLate: (ids) => startPoll(ids, { canSearch: false }),
    onSilent: (ids) => void streamIsSilent(ids),
    onClosed: (...end) => void streamIsClosed(...end),
  });
  const handleFailure = createFailureHandler({
    report,
    streams,
    lookAgain: () => void look('retry'),
  });
  let causes = new Set<Cause>();
  let looking: Promise<void> | undefined;
  let service: Service | undefined;

  return {
    look,
    disconnect,
    async refreshCatalogue() {
      if (!service) await look('start');
      if (service) await catalogue.refresh(service.catalogue);
    },
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
    // Its time has come, the network is back, or somebody begins to look: a pause that was for the
    // failure is over. One that the service asked for is kept by the request budget.
    const isSought = why.has('presence') && presence.isSomeoneLooking;
    if (why.has('retry') || isSought) streams.holdBack(0);
    await followFromCatalogue().catch(() =>
      console.warn('The names of the followed feeds could not be stored.'),
    );
    const plan = await readPlan(presence.isSomeoneLooking);
    connectTo(plan.connection);
    await intake.follow(plan.followed);

    if (await isStopped()) streams.close();
    else if (!hasAnyToAsk(plan)) await haveNothingToAsk(plan);
    else if (plan.wantsStream && plan.asked.length > 0) await keepStream(plan, why);
    else await keepPolling(plan, why);

    if (service) await catalogue.look(service.catalogue, why.has('connection'));
  }

  // ------------------------------------------------------------------------------- what to do

  /** The user changed the settings or asked for it: earlier refusals no longer count. */
  async function forgive(isNewConnection: boolean): Promise<void> {
    streams.forgetFailures();
    streams.holdBack(0);
    // A search that is under way would bring back what is forgotten here.
    if (isNewConnection || (await isSearching())) polls.abort();
    await forgetVerdicts();
    if (isNewConnection || (await isStopped())) await report.set('connecting');
  }

  async function isStopped(): Promise<boolean> {
    const { state, remedy } = await report.load();
    return state === 'stopped' && remedy === 'access-token';
  }

  async function haveNothingToAsk(plan: Plan): Promise<void> {
    streams.close();
    if (plan.followed.length > 0 && plan.isNoneCovered) {
      // Asked for again after an hour like all missing feeds: another remedy would end that.
      const { reason } = describeFailure(new NoFeedKnownError('not-covered'));
      return report.set('stopped', { reason, remedy: 'connection' });
    }
    const reason =
      plan.followed.length === 0
        ? 'The watchlist is empty.'
        : 'The price service offers none of these feeds.';
    await report.set('stopped', { reason });
  }

  async function keepStream(plan: Plan, why: ReadonlySet<Cause>): Promise<void> {
    const form = { ids: plan.asked, isLean: await lean.isOpen() };
    const wasDelivering = streams.isDelivering;
    streams.keepOnly(form);
    const now = Date.now();
    if (service && streams.isDue(now)) {
      // A stream that only changes its form or its feeds is no news.
      if (!wasDelivering && (await report.load()).state !== 'offline') {
        await report.set('connecting');
      }
      streams.open(service.prices, form);
    }
    if (why.has('refresh') || (streams.isLacking(now) && isPollDue(plan, now))) {
      startPoll(plan.asked);
    } else if (plan.suspects.ids.length > 0 && streams.isDelivering && isPollDue(plan, now)) {
      startPoll([]);
    }
  }

  async function keepPolling(plan: Plan, why: ReadonlySet<Cause>): Promise<void> {
    streams.close();
    streams.forgetFailures();
    const lacksPrice = plan.asked.some((id) => !intake.prices.has(id));
    const isAsked = why.has('refresh') || why.has('connection') || why.has('retry');
    const isDue = why.has('alarm') ? isPollDueAtAlarm : isPollDue;
    const canSearch = isAsked || isDue(plan, Date.now());
    if (canSearch || (why.has('settings') && lacksPrice)) {
      startPoll(plan.asked, { client: 'prices', canSearch });
    } else if (['live', 'connecting'].includes((await report.load()).state)) {
      await report.set('polling');
    }
  }

  function connectTo(connection: ConnectionSettings): void {
    if (service?.key === serviceKey(connection)) return;
    streams.close();
    service = createService(connection, recorder);
  }

  function disconnect(): void {
    streams.close();
    polls.abort();
    catalogue.abort();
    service = undefined;
  }

  // Beside a stream, which is tried again anyway, retries would only use up the request budget.
  function startPoll(
    ids: readonly string[],
    { client = 'once', canSearch = true }: { client?: 'prices' | 'once'; canSearch?: boolean } = {},
  ): void {
    const knowsSome = streams.isDelivering;
    if (service) polls.start(service[client], { ids, canSearch, knowsSome });
  }

  // ----------------------------------------------------------------------------- what happens

  /** Why the prices could not be stored, in words: the service is not to blame. */
  async function store(taken: Promise<void>): Promise<string | null> {
    try {
      await taken;
      return null;
    } catch (cause) {
      const { reason } = describeFailure(new StorageWriteError('Not stored.', { cause }));
      recorder.note(reason);
      return reason;
    }
  }

  async function pollIsAnswered(hasVerdicts: boolean, reason: string | null): Promise<void> {
    if (!streams.isDelivering) await report.set('polling', { reason });
    if (!hasVerdicts) return;
    streams.holdBack(0);
    void look('settings');
  }

  async function pollFailed(error: unknown): Promise<void> {
    if (!(error instanceof NoFeedKnownError)) return handleFailure(error, null);
    const { polledAt, pollEveryMs } = await readPlan(presence.isSomeoneLooking);
    await handleFailure(error, polledAt + pollEveryMs);
    // No stream is tried until the service knows a feed.
    void look('settings');
  }

  async function takeStreamed(update: PriceUpdate): Promise<void> {
    const reason = await store(updates.offer(update));
    if (streams.isDelivering) await report.set('live', { reason });
  }

  /** @param failures in a row, this one included. @param nextAt when the next try is due */
  async function streamIsClosed(error: Error, failures: number, nextAt: number): Promise<void> {
    await handleFailure(error, nextAt);
    if (describeFailure(error).next !== 'retry') return;
    // Where the service answers, a poll serves while it refuses the stream alone, and finds out which
    // feeds it does not know: the stream then goes without them.
    const plan = await readPlan(presence.isSomeoneLooking);
    const isRefusal = error instanceof HttpStatusError || error instanceof NotCoveredError;
    const isFirstRefusal = failures === 1 && isRefusal;
    if (isFirstRefusal || isPollDue(plan, Date.now())) startPoll(plan.asked);
  }

  /** Data, not bytes: the service keeps a stream open with comments when it has lost its feeds. */
  async function streamIsSilent(ids: readonly string[]): Promise<void> {
    if (!isAnyMarketOpen(ids)) return;
    streams.close();
    await report.set('connecting', { reason: 'The stream fell silent.' });
    void look('retry');
  }

  function noteState({ state, reason }: ConnectionState): void {
    recorder.note(`Connection: ${state}${reason === null ? '' : `, ${reason}`}`);
  }
}

function hasAnyToAsk({ asked, suspects }: Plan): boolean {
  return asked.length > 0 || suspects.ids.length > 0;
}

async function isSearching(): Promise<boolean> {
  return (await suspectedFeeds.getValue()).ids.length > 0;
}
