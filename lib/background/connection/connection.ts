import { coalesce } from '../../base/coalesce.ts';
import { isDeepEqual } from '../../base/deep-equal.ts';
import type { FeedId, UnixMilliseconds } from '../../base/units.ts';
import { toNotCovered } from '../../domain/connection/feed-refusal.ts';
import { preferredService } from '../../domain/connection/service-list.ts';
import type { ServiceProblem } from '../../domain/connection/service-problem.ts';
import type { ConnectionState } from '../../domain/connection/state.ts';
import { SAMPLE_SERVICE } from '../../domain/samples/sample-service.ts';
import type { BackgroundUpdates, ServiceSettings, Signatures } from '../../domain/settings.ts';
import { neededFeeds, type CurrencyFeeds } from '../../domain/currency/currency-feed.ts';
import type { Memory } from '../../domain/connection/memory.ts';
import type { ActiveService } from '../../domain/connection/service-health.ts';
import type { CallOptions, PriceUpdate } from '../../price-service/index.ts';
import { writeItems } from '../../storage/areas.ts';
import type { RequestBudget } from '../../storage/requests/request-budget.ts';
import type { Reach } from '../../storage/values/alert-reach.ts';
import { connectionMemory, connectionState } from '../../storage/values/connection.ts';
import { activeService, serviceHealth } from '../../storage/values/failover.ts';
import { missingFeeds } from '../../storage/values/prices.ts';
import type { LeanGate } from '../intake/lean-gate.ts';
import type { PriceIntake } from '../intake/price-intake.ts';
import type { Handled, Source, Updates } from '../intake/updates.ts';
import type { Presence } from '../presence.ts';
import type { Recorder } from '../recorder.ts';
import { servicesIn } from '../samples/services-in-use.ts';
import type { Cached } from '../cached.ts';
import { askFeeds, type FeedAnswer } from './ask-feeds.ts';
import { CatalogKeeper } from './catalog-keeper.ts';
import { decide, type Facts, type Wanted } from './decide.ts';
import { describeFailure, readFailure, type Failure } from './failure.ts';
import { feedsToAsk, lackingAt, missingFeedsIn, type FeedsToAsk } from './feeds.ts';
import type { LastResponses } from './last-responses.ts';
import { IMPATIENT, WITHOUT_RETRIES, type Service } from './service.ts';
import { ServicePool } from './service-pool.ts';
import { News } from './news.ts';
import {
  candidatesOf,
  healthOf,
  isAway,
  isRefused,
  workingOthers,
  type Candidate,
  type Outcome,
} from './services.ts';
import {
  after,
  choose,
  recalled,
  respondingIn,
  type ConnectionEvent,
  type State,
} from './state.ts';
import { PriceStream, type Pace, type StreamQuery } from './stream.ts';
import { newestFirst, tryService } from './try-service.ts';

export interface ConnectionSettings {
  services: Cached<ServiceSettings[]>;
  areSamplesInUse: Cached<boolean>;
  watchlist: Cached<FeedId[]>;
  currencyFeeds: Cached<CurrencyFeeds>;
  backgroundUpdates: Cached<BackgroundUpdates>;
  alertReach: Cached<Readonly<Record<FeedId, Reach>>>;
  signatures: Cached<Signatures>;
}

export interface ConnectionOptions {
  settings: ConnectionSettings;
  presence: Presence;
  intake: PriceIntake;
  updates: Pick<Updates, 'add' | 'addIfRoom'>;
  lean: Readonly<Pick<LeanGate, 'isOpen' | 'reset'>>;
  recorder: Recorder;
  responses?: LastResponses;
  budget?: RequestBudget;
  /**
   * Resolves when the settings are read and it is decided whether sample prices are shown. Nothing
   * connects earlier.
   */
  ready?: Promise<unknown>;
  isMarketOpen: (id: FeedId) => boolean;
}

/** Reasons to reconcile the connection. */
export type Cause =
  | 'start'
  | 'alarm'
  | 'presence'
  | 'settings'
  | 'connection'
  | 'refresh'
  | 'online';

interface Poll {
  ids: ReadonlySet<FeedId>;
  abort: AbortController;
}

// Without a stream, a response this soon after the last news may have nothing newer.
const NEWS_DUE_MS = 10_000;

interface Earlier {
  active: ActiveService;
  health: State['health'];
  memory: Memory;
  shown: ConnectionState;
}

/** Only a connection writes these. */
async function readEarlier(): Promise<Earlier> {
  const [active, health, memory, shown] = await Promise.all([
    activeService.getValue(),
    serviceHealth.getValue(),
    connectionMemory.getValue(),
    connectionState.getValue(),
  ]);
  return { active, health, memory, shown };
}

const SILENT: Failure = {
  reason: { code: 'stream-silent' },
  remedy: null,
  outcome: { kind: 'failed', problem: { code: 'stream-silent' }, isCertain: true },
};

/**
 * The connection to the price services. Each turn applies what happened to the state (`after`),
 * decides what the state asks for (`decide`), stores the state for the next worker, and then does
 * what was decided. All requests for prices begin here.
 */
export class Connection {
  readonly #options: ConnectionOptions;
  readonly #services: ServicePool;
  readonly #catalog: CatalogKeeper;
  #state: State | null = null;
  #stored: Record<string, unknown> = {};
  #shown: ConnectionState = connectionState.fallback;
  #service: Service | null = null;
  #stream: PriceStream | null = null;
  #poll: Poll | null = null;
  #events: ConnectionEvent[] = [];
  #causes = new Set<Cause>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #turn = coalesce(() => this.#takeTurn());
  readonly #tryServices = coalesce(() => this.#tryDue());
  readonly #supply = coalesce(() => this.#askOthers());
  #facts: Facts | null = null;
  #wanted: Wanted | null = null;
  #hasSuccessor = false;
  /** Turns wait for it. */
  #held: Promise<unknown> = Promise.resolve();
  readonly #describeFeeds = coalesce(() => this.#describe());
  readonly #earlier: Promise<Earlier>;
  /** Resolves when known prices are no news any more. */
  #recalled: Promise<void> | null = null;
  #pace: Pace = { updates: 0, pauseMs: 0 };
  readonly #news: News;
  /** When the service in use last brought news. */
  #newsAt: UnixMilliseconds = 0;

  constructor(options: ConnectionOptions) {
    this.#options = options;
    this.#services = new ServicePool(options);
    this.#catalog = new CatalogKeeper();
    this.#news = new News(options.intake.prices, options.isMarketOpen);
    this.#earlier = readEarlier();
    this.#earlier.catch(() => undefined);
  }

  /** `null`: not connected yet. */
  get service(): Service | null {
    return this.#service;
  }

  /** Call this whenever something may have changed. Resolves once it is acted upon. */
  async update(cause: Cause): Promise<void> {
    this.#causes.add(cause);
    const { isPageOpen } = this.#options.presence;
    if (cause === 'presence' && isPageOpen) this.#events.push({ kind: 'opened' });
    if (cause === 'online') this.#events.push({ kind: 'online' });
    if (cause === 'refresh') this.#events.push({ kind: 'refreshed' });
    if (cause === 'connection') this.#events.push({ kind: 'reconnected' });
    await Promise.all([this.#turn(), this.#describeFeeds()]);
  }

  /** The user changed these services; default: all. Call `update` afterward. */
  forgetProblems(ids: readonly string[] | null = null): void {
    this.#events.push({ kind: 'edited', ids });
  }

  /** The local clock was stepped. */
  followStep(stepMs: number): void {
    // What an earlier worker stored is read after the first steps are known.
    if (this.#state) void this.#tell({ kind: 'clock-stepped', stepMs });
  }

  /** The service sent only unverified prices, without the user's consent. */
  refuseUnverified(service: string): Promise<void> {
    const problem = { code: 'unverified-prices' } as const;
    return this.#tell({ kind: 'tried', service, outcome: { kind: 'refused', problem } });
  }

  /** Resolves when the request ends, even if it fails. */
  async refreshCatalog(): Promise<void> {
    if (!this.#service) await this.update('start');
    const source = this.#catalogSource();
    if (source) await this.#catalog.refresh(source);
  }

  /** No turn begins until `work` is done, which waits for earlier work. */
  hold<T>(work: () => Promise<T>): Promise<T> {
    const held = this.#held.then(work);
    this.#held = held.catch(() => undefined);
    return held;
  }

  /** The next turn connects again. */
  disconnect(): void {
    this.#leave();
    this.#catalog.abort();
    clearTimeout(this.#timer);
    this.#service = null;
  }

  #tell(event: ConnectionEvent): Promise<void> {
    this.#events.push(event);
    return this.#turn();
  }

  async #takeTurn(): Promise<void> {
    await this.#options.ready;
    let state = (this.#state ??= await this.#recall());
    for (let held; held !== this.#held; await held) held = this.#held;
    // No `await` from here on: a turn is one step, from what happened to what begins.
    const causes = this.#causes;
    this.#causes = new Set();
    const list = servicesIn(this.#options.settings);
    const facts = this.#readFacts(list, causes);
    this.#facts = facts;
    const events = this.#events;
    this.#events = [];
    for (const event of events) state = after(state, event, this.#circumstances());
    state = this.#choose(state, facts.candidates, events);
    this.#state = state;
    const settings = list.find(({ id }) => id === state.active.id);
    this.#use(settings ? this.#services.of(settings) : null);
    const others = workingOthers(state, facts.candidates);
    this.#hasSuccessor = others.length > 0 && !isAway(state);
    const wanted = decide(state, { ...facts, ...this.#circumstances() });
    this.#wanted = wanted;
    if (wanted.poll) this.#state = after(state, { kind: 'asked' }, this.#circumstances());
    const saved = this.#save(this.#state, facts.ids, wanted.shown);
    const listed = this.#options.intake.setWatchlist(facts.ids);
    this.#recalled ??= listed.catch(() => undefined).then(() => this.#news.recall(state.active.id));
    this.#carryOut(wanted);
    await Promise.all([saved, listed]);
    if (causes.size === 0 || !this.#service) return;
    const isPreferred = state.active.reason === null;
    await this.#catalog.keep(this.#service, isPreferred, causes.has('connection'));
  }

  /** What an earlier worker knew. */
  async #recall(): Promise<State> {
    const { active, health, memory, shown } = await this.#earlier.catch(readEarlier);
    this.#shown = shown;
    this.#newsAt = memory.answeredAt;
    const settings = servicesIn(this.#options.settings).find(({ id }) => id === active.id);
    // The clock may have been set back since. The request budget follows it.
    const isPaused = settings && memory.pausedUntil > Date.now();
    const pausedUntil = isPaused ? await this.#services.of(settings).pauseEndsAt() : null;
    return recalled({ active, health, ...memory }, pausedUntil ?? 0, Date.now());
  }

  async #describe(): Promise<void> {
    await this.#options.ready;
    await this.#catalog.describeFeeds();
  }

  #readFacts(list: readonly ServiceSettings[], causes: ReadonlySet<Cause>): Facts {
    const { settings } = this.#options;
    const ids = neededFeeds(settings.watchlist.current, settings.currencyFeeds.current);
    const state = this.#state;
    const asked = state ? feedsToAsk(state.feeds, state.active.id, ids, Date.now()).batch : [];
    return {
      ...this.#circumstances(),
      candidates: candidatesOf(list, settings.signatures.current),
      ids,
      mode: settings.backgroundUpdates.current,
      reach: settings.alertReach.current,
      isAlarm: causes.has('alarm'),
      lacksPrice:
        causes.has('settings') && asked.some((id) => !this.#options.intake.prices.has(id)),
    };
  }

  #circumstances() {
    const now = Date.now();
    const stream = this.#stream;
    const isQuiet = stream?.isQuiet === true && this.#isAnyMarketOpen(stream);
    const isOverdue = now < this.#newsAt || now - this.#newsAt >= NEWS_DUE_MS;
    return {
      now,
      isPageOpen: this.#options.presence.isPageOpen,
      isLive: stream?.hasNews === true,
      isSteady: stream?.isSteady === true,
      isQuiet,
      isNewsDue: stream?.isPaceKnown === true ? isQuiet : isOverdue,
      hasSuccessor: this.#hasSuccessor,
      streamOpenedAt: stream?.openedAt ?? 0,
    };
  }

  #isAnyMarketOpen({ query }: PriceStream): boolean {
    return query.ids.some((id) => this.#options.isMarketOpen(id));
  }

  #choose(
    before: State,
    candidates: readonly Candidate[],
    events: readonly ConnectionEvent[],
  ): State {
    const now = Date.now();
    const chosen = choose(before, candidates, events, now);
    const { id, reason } = chosen.active;
    if (id === before.active.id || before.active.id === '') return chosen;
    this.#leave();
    this.#newsAt = respondingIn(events).includes(id) ? now : 0;
    const place = candidates.findIndex((candidate) => candidate.id === id) + 1;
    this.#options.recorder.log({
      kind: 'service-switched',
      place,
      reason: reason?.problem ?? null,
    });
    void this.#options.lean.reset();
    return chosen;
  }

  #use(service: Service | null): void {
    if (service !== this.#service) this.#leave();
    this.#service = service;
  }

  #leave(): void {
    this.#closeStream();
    this.#pace = { updates: 0, pauseMs: 0 };
    this.#poll?.abort.abort();
    this.#poll = null;
  }

  /** Writes what changed in one step. */
  async #save(state: State, ids: readonly FeedId[], shown: ConnectionState): Promise<void> {
    const { active, health, ...memory } = state;
    if (shown.state !== this.#shown.state || !isDeepEqual(shown.reason, this.#shown.reason)) {
      this.#options.recorder.log({ kind: 'connection', state: shown.state, reason: shown.reason });
    }
    this.#shown = shown;
    const all = {
      ...activeService.entry(active),
      ...serviceHealth.entry({ ...health }),
      ...connectionMemory.entry(memory),
      ...missingFeeds.entry(missingFeedsIn(state.feeds, active.id, ids)),
      ...connectionState.entry(shown),
    };
    const changed = Object.entries(all).filter(
      ([key, value]) => !isDeepEqual(value, this.#stored[key]),
    );
    if (changed.length === 0) return;
    this.#stored = all;
    await writeItems('session', Object.fromEntries(changed)).catch(() =>
      console.warn('The state of the connection could not be stored.'),
    );
  }

  #carryOut(wanted: Wanted): void {
    const service = this.#service;
    clearTimeout(this.#timer);
    if (wanted.wakeAt !== null) {
      this.#timer = setTimeout(() => void this.#turn(), wanted.wakeAt - Date.now());
    }
    if (service) this.#keepStream(service, wanted);
    if (service && wanted.poll) this.#ask(service, wanted.poll);
    if (wanted.tries.length > 0) void this.#tryServices();
    if (wanted.supply.length > 0) void this.#supply();
  }

  #keepStream(service: Service, { stream, isStreamDue }: Wanted): void {
    const query = stream && { ids: stream, isLean: this.#options.lean.isOpen };
    if (this.#stream && !(query && this.#stream.isOf(service.id, query))) this.#closeStream();
    if (query && !this.#stream && isStreamDue) this.#open(service, query);
  }

  #closeStream(): void {
    this.#stream?.close();
    this.#stream = null;
  }

  #open(service: Service, query: StreamQuery): void {
    const { recorder, updates } = this.#options;
    const { id } = service;
    recorder.log({ kind: 'stream-opened', feedCount: query.ids.length, isLean: query.isLean });
    const end = async (error: Error, delayMs: number | null): Promise<void> => {
      const hadNews = stream.hasNews;
      const cause = toNotCovered(error, query.ids);
      recorder.log({
        kind: hadNews && delayMs !== null ? 'stream-broke' : 'stream-ended',
        reason: describeFailure(cause).reason,
      });
      const failure = await readFailure(cause, service);
      const isBreak = hadNews && delayMs !== null;
      if (this.#stream === stream) this.#stream = null;
      void this.#tell({
        kind: 'failed',
        service: id,
        by: 'stream',
        failure: isBreak ? { ...failure, reason: { code: 'stream-broke' } } : failure,
        ...(isBreak ? { delayMs } : {}),
      });
    };
    const source = { service: id, ids: new Set(query.ids) };
    const to = {
      onUpdate: (update: PriceUpdate) =>
        void this.#onUpdate(stream, source, updates.addIfRoom(update, source)),
      onEnd: (error: Error, delayMs: number | null) => void end(error, delayMs),
      onQuiet: () => this.#onQuiet(stream),
      onSilent: () => this.#onSilent(stream),
    };
    const stream = new PriceStream(service, query, { to, pace: this.#pace });
    this.#stream = stream;
  }

  async #onUpdate(
    stream: PriceStream,
    source: Source,
    handled: Promise<Handled | null>,
  ): Promise<void> {
    const { service } = source;
    const { isNews, problem } = await this.#read(source, handled);
    if (!isNews || this.#stream !== stream) return;
    stream.noteNews();
    const event = { kind: 'news', service, isSteady: stream.isSteady, problem } as const;
    // Most updates change nothing.
    const isChange =
      this.#state && after(this.#state, event, this.#circumstances()) !== this.#state;
    if (isChange || this.#shown.state !== 'live') await this.#tell(event);
  }

  /** Whether an update is a sign of life, and why its prices are not stored. */
  async #read(
    source: Source,
    handled: Promise<Handled | null>,
  ): Promise<{ isNews: boolean; hasPrices: boolean; problem: ServiceProblem | null }> {
    const { verified = [], unverified = [], error = null } = (await handled) ?? {};
    await this.#recalled;
    const { service } = source;
    const prices = this.#countsUnverified(service) ? [...verified, ...unverified] : verified;
    const isNews = this.#news.add(source, prices);
    if (isNews && service === this.#state?.active.id) this.#newsAt = Date.now();
    if (!error) return { isNews, hasPrices: prices.length > 0, problem: null };
    const { reason: problem } = describeFailure(error);
    this.#options.recorder.log({ kind: 'not-stored', reason: problem });
    return { isNews, hasPrices: true, problem };
  }

  /** Whether unverified prices suffice: the user accepts them, or no service may have better. */
  #countsUnverified(service: string): boolean {
    if (this.#options.settings.signatures.current === 'off' || service === SAMPLE_SERVICE.id)
      return true;
    const { candidates } = this.#facts ?? { candidates: [] };
    if (candidates.find(({ id }) => id === service)?.mayBeUnverified) return true;
    return !candidates.some(({ id, isExcluded }) => {
      const isRival = !isExcluded && id !== service;
      return isRival && this.#state !== null && !isRefused(healthOf(this.#state, id));
    });
  }

  #onQuiet(stream: PriceStream): void {
    if (stream.hasNews && !(this.#options.presence.isPageOpen && this.#isAnyMarketOpen(stream))) {
      return;
    }
    void this.#tell({ kind: 'quiet' });
  }

  /** Another service may take over at once; otherwise another stream follows. */
  #onSilent(stream: PriceStream): void {
    if (this.#stream !== stream || !this.#isAnyMarketOpen(stream)) return;
    this.#closeStream();
    const { serviceId: service } = stream;
    void this.#tell({ kind: 'failed', service, by: 'stream', failure: SILENT, delayMs: 0 });
  }

  /** Does nothing if a request for all these feeds is in progress. */
  #ask(service: Service, asked: FeedsToAsk): void {
    const ids = [...asked.batch, ...asked.apart.flat()];
    const running = this.#poll?.ids;
    if (running && ids.every((id) => running.has(id))) return;
    this.#poll?.abort.abort();
    const poll = { ids: new Set(ids), abort: new AbortController() };
    this.#poll = poll;
    void this.#request(service, asked, poll.abort.signal).then((event) => {
      if (this.#poll === poll) this.#poll = null;
      if (event && !poll.abort.signal.aborted) void this.#tell(event);
    });
  }

  async #request(
    service: Service,
    { batch, apart }: FeedsToAsk,
    signal: AbortSignal,
  ): Promise<ConnectionEvent | null> {
    const { id, client } = service;
    let problem: ServiceProblem | null = null;
    let isNews = false;
    const source = { service: id, ids: new Set([...batch, ...apart.flat()]) };
    const call = { ...this.#patience(), signal };
    try {
      const answer = await askFeeds(batch, (ids) => client.getLatestPriceUpdates(ids, call), {
        apart,
        knowsSome: this.#stream?.hasNews === true,
        emptyRounds: this.#state?.emptyRounds ?? 0,
        onUpdate: async (update) => {
          if (signal.aborted) return;
          const read = await this.#read(source, this.#options.updates.add(update, source));
          problem = read.problem ?? problem;
          isNews ||= read.isNews;
        },
      });
      const stream = this.#stream;
      const isLate = stream?.isQuiet === true && stream.isPaceKnown;
      if (isLate && isNews && !signal.aborted) this.#onSilent(stream);
      return { kind: 'answered', service: id, answer, isNews, problem };
    } catch (error) {
      if (signal.aborted) return null;
      const failure = await readFailure(error, service);
      return { kind: 'failed', service: id, by: 'request', failure };
    }
  }

  #patience(): CallOptions {
    if (this.#hasSuccessor) return IMPATIENT;
    return this.#wanted?.stream ? WITHOUT_RETRIES : {};
  }

  /** Asks services that may work again, in order, until one does. */
  async #tryDue(): Promise<void> {
    const list = servicesIn(this.#options.settings);
    for (const id of this.#wanted?.tries ?? []) {
      const settings = list.find((service) => service.id === id);
      if (!settings) continue;
      const outcome = await this.#try(this.#services.of(settings));
      await this.#tell({ kind: 'tried', service: id, outcome });
      if (this.#state?.active.id === id) return;
    }
  }

  #try(service: Service): Promise<Outcome> {
    const { intake, updates } = this.#options;
    const ids = this.#facts?.ids ?? [];
    const lacking = this.#state ? lackingAt(this.#state.feeds, service.id, ids) : {};
    const feeds = newestFirst(
      ids.filter((id) => !Object.hasOwn(lacking, id)),
      intake.prices,
    );
    return tryService(service, feeds, async (update, id) => {
      const source = { service: service.id, ids: new Set([id]) };
      return (await this.#read(source, updates.add(update, source))).isNews;
    });
  }

  /** Feeds that the service in use lacks come from the next ones that have them. */
  async #askOthers(): Promise<void> {
    const [state, facts, feeds] = [this.#state, this.#facts, this.#wanted?.supply ?? []];
    if (!state || !facts || feeds.length === 0) return;
    const list = servicesIn(this.#options.settings);
    const others = workingOthers(state, facts.candidates);
    const answers = new Map<string, FeedAnswer>();
    const supplied = new Set<FeedId>();
    for (const settings of list.filter(({ id }) => others.includes(id))) {
      const open = feeds.filter((id) => !supplied.has(id));
      const asked = feedsToAsk(state.feeds, settings.id, open, Date.now());
      if (asked.batch.length + asked.apart.length === 0) continue;
      const answer = await this.#askOther(this.#services.of(settings), asked);
      if (!answer) continue;
      answers.set(settings.id, answer);
      for (const id of answer.answered) supplied.add(id);
    }
    if (this.#state?.active.id === state.active.id) await this.#tell({ kind: 'supplied', answers });
  }

  /** Resolves with `null` if it brings no price that counts. */
  async #askOther(service: Service, { batch, apart }: FeedsToAsk): Promise<FeedAnswer | null> {
    const { id, client } = service;
    const source = { service: id, ids: new Set([...batch, ...apart.flat()]) };
    let hasPrices = false;
    const call = (ids: string[]): Promise<PriceUpdate> =>
      client.getLatestPriceUpdates(ids, WITHOUT_RETRIES);
    const onUpdate = async (update: PriceUpdate): Promise<void> => {
      hasPrices = (await this.#read(source, this.#options.updates.add(update, source))).hasPrices;
    };
    try {
      const answer = await askFeeds(batch, call, { apart, onUpdate, knowsSome: true });
      return hasPrices || answer.answered.length === 0 ? answer : null;
    } catch (error) {
      const { outcome } = await readFailure(error, service);
      if (outcome) await this.#tell({ kind: 'tried', service: id, outcome });
      return null;
    }
  }

  /** While prices are samples, the catalog comes from the service used after going live. */
  #catalogSource(): Service | null {
    if (this.#service?.id !== SAMPLE_SERVICE.id) return this.#service;
    const preferred = preferredService(this.#options.settings.services.current);
    return preferred && this.#services.of(preferred);
  }
}
