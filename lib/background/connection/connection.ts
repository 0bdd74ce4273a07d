import { coalesce } from '../../base/coalesce.ts';
import { isDeepEqual } from '../../base/deep-equal.ts';
import type { FeedId } from '../../base/units.ts';
import { toNotCovered } from '../../domain/connection/feed-refusal.ts';
import { isAsleepIn } from '../../domain/connection/poll-interval.ts';
import { preferredService } from '../../domain/connection/service-list.ts';
import type { ServiceProblem } from '../../domain/connection/service-problem.ts';
import type { ConnectionState } from '../../domain/connection/state.ts';
import { SAMPLE_SERVICE } from '../../domain/samples/sample-service.ts';
import type { BackgroundUpdates, ServiceSettings, Signatures } from '../../domain/settings.ts';
import { neededFeeds, type CurrencyFeeds } from '../../domain/currency/currency-feed.ts';
import type { ActiveService } from '../../domain/connection/service-health.ts';
import type { CallOptions, PriceUpdate } from '../../price-service/index.ts';
import { writeItems } from '../../storage/areas.ts';
import type { Reach } from '../../storage/values/alert-reach.ts';
import { connectionState } from '../../storage/values/connection.ts';
import { connectionMemory } from '../../storage/values/connection-memory.ts';
import { activeService, serviceHealth } from '../../storage/values/failover.ts';
import { missingFeeds } from '../../storage/values/prices.ts';
import type { LeanGate } from '../intake/lean-gate.ts';
import type { PriceIntake } from '../intake/price-intake.ts';
import type { Handled, Source, Updates } from '../intake/updates.ts';
import type { Presence } from '../presence.ts';
import type { Recorder } from '../recorder.ts';
import { servicesIn } from '../samples/services-in-use.ts';
import type { Cached } from '../cached.ts';
import { askFeeds, type AskOptions, type FeedAnswer } from './ask-feeds.ts';
import { CatalogKeeper } from './catalog-keeper.ts';
import { decide, type Facts, type Wanted } from './decide.ts';
import { describeFailure, readFailure, type Failure } from './failure.ts';
import { feedsToAsk, lackingAt, missingFeedsIn, type FeedsToAsk } from './feeds.ts';
import { IMPATIENT, WITHOUT_RETRIES, type Service } from './service.ts';
import { ServicePool, type PoolOptions } from './service-pool.ts';
import { News } from './news.ts';
import {
  candidatesOf,
  hasSuccessor,
  isUnverifiedEnough,
  workingOthers,
  type Outcome,
} from './services.ts';
import {
  after,
  choose,
  recalled,
  type Cause,
  type Circumstances,
  type ConnectionEvent,
  type State,
} from './state.ts';
import { PriceStream, type Pace, type StreamQuery } from './stream.ts';
import { feedsToTry, tryService } from './try-service.ts';

export interface ConnectionSettings {
  services: Cached<ServiceSettings[]>;
  areSamplesInUse: Cached<boolean>;
  watchlist: Cached<FeedId[]>;
  currencyFeeds: Cached<CurrencyFeeds>;
  backgroundUpdates: Cached<BackgroundUpdates>;
  alertReach: Cached<Readonly<Record<FeedId, Reach>>>;
  signatures: Cached<Signatures>;
}

export interface ConnectionOptions extends PoolOptions {
  settings: ConnectionSettings;
  presence: Presence;
  intake: PriceIntake;
  updates: Pick<Updates, 'add' | 'addIfRoom'>;
  lean: Readonly<Pick<LeanGate, 'isOpen' | 'reset'>>;
  recorder: Recorder;
  /**
   * Resolves when the settings are read and it is decided whether sample prices are shown. Nothing
   * connects earlier.
   */
  ready?: Promise<unknown>;
  isMarketOpen: (id: FeedId) => boolean;
}

interface Poll {
  ids: ReadonlySet<FeedId>;
  abort: AbortController;
}

/** What an update shows about its service. */
interface Reading {
  /** A sign of life. */
  isNews: boolean;
  hasPrices: boolean;
  /** Why prices are not stored. */
  problem: ServiceProblem | null;
}

/** Only a connection writes these. */
const readEarlier = () =>
  Promise.all([
    activeService.getValue(),
    serviceHealth.getValue(),
    connectionMemory.getValue(),
    connectionState.getValue(),
  ]);

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
  readonly #catalog = new CatalogKeeper();
  readonly #news: News;
  readonly #earlier = readEarlier();
  /** Resolves once known prices no longer count as news. */
  #recalled: Promise<void> | null = null;
  #state: State | null = null;
  #facts: Facts | null = null;
  #wanted: Wanted | null = null;
  #stored: Record<string, unknown> = {};
  #shown: ConnectionState = connectionState.fallback;
  #service: Service | null = null;
  #stream: PriceStream | null = null;
  #pace: Pace = { updates: 0, pauseMs: 0 };
  #poll: Poll | null = null;
  #events: ConnectionEvent[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Turns wait for it. */
  #held: Promise<unknown> = Promise.resolve();
  readonly #turn = coalesce(() => this.#takeTurn());
  readonly #tryServices = coalesce(() => this.#tryDue());
  readonly #supply = coalesce(() => this.#askOthers());

  constructor(options: ConnectionOptions) {
    this.#options = options;
    this.#services = new ServicePool(options);
    this.#news = new News(options.intake.prices, options.isMarketOpen);
    this.#earlier.catch(() => undefined);
  }

  /** `null`: not connected yet. */
  get service(): Service | null {
    return this.#service;
  }

  /** Call this whenever something may have changed. Resolves once it is acted upon. */
  async update(cause: Cause): Promise<void> {
    await Promise.all([this.#tell({ kind: cause }), this.#describeFeeds()]);
    const isPreferred = this.#state?.active.reason === null;
    if (this.#service && !this.#isAsleep()) {
      await this.#catalog.keep(this.#service, isPreferred, cause === 'connection');
    }
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
    this.#use(null);
    this.#catalog.abort();
    clearTimeout(this.#timer);
  }

  #tell(event: ConnectionEvent): Promise<void> {
    this.#events.push(event);
    return this.#turn();
  }

  async #takeTurn(): Promise<void> {
    await this.#options.ready;
    const before = (this.#state ??= await this.#recall());
    for (let held; held !== this.#held; await held) held = this.#held;
    // No `await` from here on: a turn is one step, from what happened to what begins.
    const events = this.#events;
    this.#events = [];
    const facts = this.#readFacts(before, events);
    this.#facts = facts;
    let state = before;
    for (const event of events) state = after(state, event, facts);
    state = choose(state, facts.candidates, events, facts.now);
    this.#state = state;
    const { active } = state;
    if (before.active.id !== '' && active.id !== before.active.id) this.#onSwitch(active, facts);
    this.#use(this.#find(active.id));
    const now = { ...facts, ...this.#circumstances() };
    const wanted = decide(state, now);
    this.#wanted = wanted;
    if (wanted.poll) this.#state = after(state, { kind: 'asked' }, now);
    const saved = this.#save(this.#state, facts.ids, wanted.shown);
    const listed = this.#options.intake.setWatchlist(facts.ids);
    this.#recalled ??= listed
      .catch(() => undefined)
      .then(() => this.#news.recall(active.id, before.answeredAt));
    this.#carryOut(wanted);
    await Promise.all([saved, listed]);
  }

  /** What an earlier worker knew. */
  async #recall(): Promise<State> {
    const [active, health, memory, shown] = await this.#earlier.catch(readEarlier);
    this.#shown = shown;
    // The clock may have been set back since. The request budget follows it.
    const isPaused = memory.pausedUntil > Date.now();
    const pausedUntil = isPaused ? await this.#find(active.id)?.pauseEndsAt() : null;
    return recalled({ active, health, ...memory }, pausedUntil ?? 0, Date.now());
  }

  async #describeFeeds(): Promise<void> {
    await this.#options.ready;
    await this.#catalog.describeFeeds();
  }

  #readFacts(state: State, events: readonly ConnectionEvent[]): Facts {
    const { settings, intake } = this.#options;
    const ids = neededFeeds(settings.watchlist.current, settings.currencyFeeds.current);
    const has = (cause: Cause): boolean => events.some(({ kind }) => kind === cause);
    const { batch } = feedsToAsk(state.feeds, state.active.id, ids, Date.now());
    return {
      candidates: candidatesOf(servicesIn(settings), settings.signatures.current),
      ids,
      mode: settings.backgroundUpdates.current,
      reach: settings.alertReach.current,
      isAlarm: has('alarm'),
      lacksPrice: has('settings') && batch.some((id) => !intake.prices.has(id)),
      ...this.#circumstances(),
    };
  }

  #circumstances(): Circumstances & Pick<Facts, 'streamOpenedAt'> {
    const now = Date.now();
    const stream = this.#stream;
    const state = this.#state;
    const isQuiet = stream?.isQuiet === true;
    const isOverdue = state === null || this.#news.isOverdue(state.active.id, now);
    return {
      now,
      isPageOpen: this.#options.presence.isPageOpen,
      isLive: stream?.hasNews === true,
      isSteady: stream?.isSteady === true,
      isQuiet,
      isNewsDue: stream?.isPaceKnown === true ? isQuiet : isOverdue,
      hasSuccessor: state !== null && hasSuccessor(state, this.#facts?.candidates ?? []),
      streamOpenedAt: stream?.openedAt ?? 0,
    };
  }

  #isAsleep(): boolean {
    const { settings, presence } = this.#options;
    return isAsleepIn(settings.backgroundUpdates.current, presence.isPageOpen);
  }

  #find(id: string): Service | null {
    const settings = servicesIn(this.#options.settings).find((service) => service.id === id);
    return settings ? this.#services.of(settings) : null;
  }

  #onSwitch({ id, reason }: ActiveService, { candidates }: Facts): void {
    const place = candidates.findIndex((candidate) => candidate.id === id) + 1;
    const { recorder, lean } = this.#options;
    recorder.log({ kind: 'service-switched', place, reason: reason?.problem ?? null });
    void lean.reset();
  }

  #use(service: Service | null): void {
    if (service === this.#service) return;
    this.#service = service;
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
    // Otherwise, a failed poll would be repeated.
    if (this.#isAsleep()) this.#poll?.abort.abort();
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
    const { recorder, isMarketOpen } = this.#options;
    recorder.log({ kind: 'stream-opened', feedCount: query.ids.length, isLean: query.isLean });
    const to = {
      onUpdate: (update: PriceUpdate) => void this.#onUpdate(stream, update),
      onEnd: (error: Error, delayMs: number | null) =>
        void this.#onEnd(stream, service, { error, delayMs }),
      onQuiet: () => this.#onQuiet(stream),
      onSilent: () => this.#onSilent(stream),
    };
    const stream = new PriceStream(service, query, { to, pace: this.#pace, isMarketOpen });
    this.#stream = stream;
  }

  async #onUpdate(stream: PriceStream, update: PriceUpdate): Promise<void> {
    const { source } = stream;
    const handled = this.#options.updates.addIfRoom(update, source);
    const { isNews, problem } = await this.#read(source, handled);
    if (!isNews || this.#stream !== stream) return;
    stream.noteNews();
    const { service } = source;
    const event = { kind: 'news', service, isSteady: stream.isSteady, problem } as const;
    // Most updates change nothing.
    const isChange =
      this.#state && after(this.#state, event, this.#circumstances()) !== this.#state;
    if (isChange || this.#shown.state !== 'live') await this.#tell(event);
  }

  async #onEnd(
    stream: PriceStream,
    service: Service,
    { error, delayMs }: { error: Error; delayMs: number | null },
  ): Promise<void> {
    const isBreak = stream.hasNews && delayMs !== null;
    const cause = toNotCovered(error, stream.query.ids);
    this.#options.recorder.log({
      kind: isBreak ? 'stream-broke' : 'stream-ended',
      reason: describeFailure(cause).reason,
    });
    const failure = await readFailure(cause, service);
    if (this.#stream === stream) this.#stream = null;
    await this.#tell({
      kind: 'failed',
      service: service.id,
      by: 'stream',
      failure: isBreak ? { ...failure, reason: { code: 'stream-broke' } } : failure,
      ...(isBreak && { delayMs }),
    });
  }

  #onQuiet(stream: PriceStream): void {
    if (stream.hasNews && !this.#options.presence.isPageOpen) return;
    void this.#tell({ kind: 'quiet' });
  }

  /** Another service may take over at once; otherwise another stream follows. */
  #onSilent(stream: PriceStream): void {
    if (this.#stream !== stream) return;
    this.#closeStream();
    const { service } = stream.source;
    void this.#tell({ kind: 'failed', service, by: 'stream', failure: SILENT, delayMs: 0 });
  }

  async #read(source: Source, handled: Promise<Handled | null>): Promise<Reading> {
    const { verified = [], unverified = [], error = null } = (await handled) ?? {};
    await this.#recalled;
    const [state, candidates] = [this.#state, this.#facts?.candidates ?? []];
    const isEnough = state !== null && isUnverifiedEnough(state, candidates, source.service);
    const prices = isEnough ? [...verified, ...unverified] : verified;
    const isNews = this.#news.add(source, prices);
    if (!error) return { isNews, hasPrices: prices.length > 0, problem: null };
    const { reason: problem } = describeFailure(error);
    this.#options.recorder.log({ kind: 'not-stored', reason: problem });
    return { isNews, hasPrices: true, problem };
  }

  /** Requests feeds of a service. @throws as `askFeeds` does */
  async #requestFeeds(
    service: Service,
    { batch, apart }: FeedsToAsk,
    { call, ...options }: { call: CallOptions } & AskOptions,
  ): Promise<Reading & { answer: FeedAnswer }> {
    const source = { service: service.id, ids: new Set([...batch, ...apart.flat()]) };
    const read: Reading = { isNews: false, hasPrices: false, problem: null };
    const onUpdate = async (update: PriceUpdate): Promise<void> => {
      if (call.signal?.aborted) return;
      const part = await this.#read(source, this.#options.updates.add(update, source));
      read.isNews ||= part.isNews;
      read.hasPrices ||= part.hasPrices;
      read.problem = part.problem ?? read.problem;
    };
    const request = (ids: string[]) => service.client.getLatestPriceUpdates(ids, call);
    const answer = await askFeeds(batch, request, { ...options, apart, onUpdate });
    return { ...read, answer };
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
    asked: FeedsToAsk,
    signal: AbortSignal,
  ): Promise<ConnectionEvent | null> {
    const { id } = service;
    const usual = this.#wanted?.stream ? WITHOUT_RETRIES : {};
    const patience = this.#circumstances().hasSuccessor ? IMPATIENT : usual;
    try {
      const { answer, isNews, problem } = await this.#requestFeeds(service, asked, {
        call: { ...patience, signal },
        knowsSome: this.#stream?.hasNews === true,
        emptyRounds: this.#state?.emptyRounds ?? 0,
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

  /** Asks services that may work again, in order, until one does. */
  async #tryDue(): Promise<void> {
    for (const id of this.#wanted?.tries ?? []) {
      const service = this.#find(id);
      if (!service) continue;
      await this.#tell({ kind: 'tried', service: id, outcome: await this.#try(service) });
      if (this.#state?.active.id === id) return;
    }
  }

  #try(service: Service): Promise<Outcome> {
    const { intake, updates } = this.#options;
    const ids = this.#facts?.ids ?? [];
    const lacking = this.#state ? lackingAt(this.#state.feeds, service.id, ids) : {};
    const feeds = feedsToTry(ids, lacking, intake.prices);
    return tryService(service, feeds, async (update, id) => {
      const source = { service: service.id, ids: new Set([id]) };
      return (await this.#read(source, updates.add(update, source))).isNews;
    });
  }

  /** Feeds that the service in use lacks come from the next ones that have them. */
  async #askOthers(): Promise<void> {
    const [state, facts, feeds] = [this.#state, this.#facts, this.#wanted?.supply ?? []];
    if (!state || !facts || feeds.length === 0) return;
    const answers = new Map<string, FeedAnswer>();
    const supplied = new Set<FeedId>();
    for (const id of workingOthers(state, facts.candidates)) {
      const open = feeds.filter((feed) => !supplied.has(feed));
      const asked = feedsToAsk(state.feeds, id, open, Date.now());
      const service = this.#find(id);
      if (!service || asked.batch.length + asked.apart.length === 0) continue;
      const answer = await this.#askOther(service, asked);
      if (!answer) continue;
      answers.set(id, answer);
      for (const feed of answer.answered) supplied.add(feed);
    }
    if (this.#state?.active.id === state.active.id) await this.#tell({ kind: 'supplied', answers });
  }

  /** Resolves with `null` if it brings no price that counts. */
  async #askOther(service: Service, asked: FeedsToAsk): Promise<FeedAnswer | null> {
    try {
      const options = { call: WITHOUT_RETRIES, knowsSome: true };
      const { answer, hasPrices } = await this.#requestFeeds(service, asked, options);
      return hasPrices || answer.answered.length === 0 ? answer : null;
    } catch (error) {
      const { outcome } = await readFailure(error, service);
      if (outcome) await this.#tell({ kind: 'tried', service: service.id, outcome });
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
