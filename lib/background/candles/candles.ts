import { coalesce } from '../../base/coalesce.ts';
import { SAMPLE_SERVICE } from '../../domain/samples/sample-service.ts';
import { serviceKey } from '../../domain/connection/service-list.ts';
import { serviceMark } from '../../domain/connection/service-mark.ts';
import { candleStore, type CandleStore } from '../../storage/candles/candle-store.ts';
import {
  candleFeeds,
  candleLines,
  feedsInView,
  rehearsedFeeds,
} from '../../storage/values/candles.ts';
import { withLock } from '../../storage/lock.ts';
import { historyWanted, references } from '../../storage/values/history.ts';
import { areSamplesShown } from '../../storage/values/samples.ts';
import { historyServices, priceServices } from '../../storage/values/settings.ts';
import type { FeedId, UnixMilliseconds } from '../../base/units.ts';
import { planStart } from '../../domain/history/chart-plan.ts';
import type { StoredPrice } from '../../domain/prices/stored-price.ts';
import type { RequestBudget } from '../../storage/requests/request-budget.ts';
import type { ReadableItem } from '../../storage/stored.ts';
import type { Presence } from '../presence.ts';
import { createSampleCandles } from '../samples/sample-clients.ts';
import { historyServiceInUse } from '../samples/services-in-use.ts';
import { createCandleSource, type CandleSource } from './candle-source.ts';
import { followHistoryService, keepStart, startsInDoubt, type Start } from './judge-starts.ts';
import { serveCandles } from './serve-candles.ts';
import { createOutcomes, deleteCandles } from './store-outcomes.ts';
import { seriesOf } from './update-candles.ts';
import { wantedCandles, type WantedCandles } from './wanted-candles.ts';

interface CandleOptions {
  presence: Presence;
  /** Whether nothing may be requested. */
  isAsleep?: () => boolean;
  attributes: () => Readonly<Record<FeedId, Record<string, string>>>;
  /** The starts of changes, by feed, for each period. */
  starts: () => ReadonlyArray<Readonly<Record<string, string>>>;
  prices: ReadonlyMap<FeedId, StoredPrice>;
  store?: CandleStore;
  budget?: RequestBudget;
}

const MINUTE_MS = 60_000;
/** A passing failure while the list opens must not cost a minute without lines. */
const FIRST_RETRY_MS = 3_000;
const DOUBT_EVERY_MS = 5_000;
/** In a crash of all markets, others can wait for the next turn. */
const MAX_STARTS = 20;

/** Call `reconcile` when one of these changes. */
export const CANDLE_ITEMS: ReadonlyArray<Pick<ReadableItem<unknown>, 'watch'>> = [
  historyWanted,
  rehearsedFeeds,
  feedsInView,
  priceServices,
  historyServices,
  areSamplesShown,
  ...Object.values(references),
];

/** Fetches the candles that open pages show, and those that judge the starts of large changes. */
export class Candles {
  readonly #options: CandleOptions;
  readonly #store: CandleStore;
  #source: CandleSource | null = null;
  /** Mark of the history service; `undefined`: not known yet. */
  #mark: string | null | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #doubtedAt: UnixMilliseconds = 0;
  #hasFailed = false;
  readonly #dueAt = new Map<string, UnixMilliseconds>();
  readonly #outcomes = createOutcomes();
  readonly #requests = createRequests(() => void this.reconcile());
  readonly #run = coalesce(() => this.#requestDue());

  constructor(options: CandleOptions) {
    this.#options = options;
    this.#store = options.store ?? candleStore;
  }

  /** Nothing can be planned without the service's info, which is asked for again after a while. */
  readonly reconcile = async (): Promise<void> => {
    try {
      await this.#run();
      this.#hasFailed = false;
    } catch {
      this.#runIn(this.#hasFailed ? MINUTE_MS : FIRST_RETRY_MS);
      this.#hasFailed = true;
    }
  };

  /** The history service in use, if any. */
  async source(): Promise<CandleSource | null> {
    await this.#applySettings();
    return this.#source;
  }

  onPricesStored(): void {
    const now = Date.now();
    if (this.#source === null || Math.abs(now - this.#doubtedAt) < DOUBT_EVERY_MS) return;
    this.#doubtedAt = now;
    if (this.#doubts().length > 0) void this.reconcile();
  }

  async #requestDue(): Promise<void> {
    await this.#applySettings();
    const source = this.#source;
    const wanted = source ? await this.#readWanted(source) : [];
    this.#requests.keepOnly(wanted);
    const now = Date.now();
    for (const [rank, each] of wanted.entries()) {
      if (!source || (this.#dueAt.get(each.key) ?? 0) > now) continue;
      // Daily candles wait until lines and charts are loaded. The end of each request leads here.
      if (each.plan.areDays && this.#requests.areShownRunning) break;
      // Blocks further requests until the result is known.
      this.#dueAt.set(each.key, now + MINUTE_MS);
      this.#serve(source, each, rank);
    }
    const next = Math.min(...wanted.map(({ key }) => this.#dueAt.get(key) ?? Infinity));
    this.#runIn(next - now);
  }

  #runIn(ms: number): void {
    clearTimeout(this.#timer);
    if (ms < Infinity) this.#timer = setTimeout(() => void this.reconcile(), Math.max(0, ms));
  }

  async #applySettings(): Promise<void> {
    const settings = await historyServiceInUse();
    const mark = settings && (await serviceMark(settings.baseUrl));
    if (mark !== this.#mark) await followHistoryService(mark);
    this.#mark = mark;
    if ((this.#source?.key ?? null) === (settings && serviceKey(settings))) return;
    // A new worker keeps the candles that an earlier one stored.
    const isOther = this.#source !== null || settings === null;
    const isSample = settings === SAMPLE_SERVICE;
    this.#source = isSample
      ? createSampleCandles(this.#store)
      : settings && createCandleSource(settings, this.#store, this.#options.budget);
    this.#requests.keepOnly([]);
    this.#outcomes.clear();
    this.#dueAt.clear();
    if (isOther) await forgetCandles(this.#store);
  }

  #serve(source: CandleSource, wanted: WantedCandles, rank: number): void {
    const { key, id, plan } = wanted;
    const by = this.#mark ?? '';
    const attributes = this.#options.attributes()[id];
    this.#requests.start(wanted, async (signal) => {
      signal.addEventListener('abort', () => this.#dueAt.delete(key));
      const task = { source, store: this.#store, attributes, rank, signal, by };
      const outcome = await serveCandles(wanted, task);
      this.#dueAt.set(key, Date.now() + outcome.restMs);
      // The chart has candles without those of days.
      if (plan.areDays && outcome.problem !== null) return undefined;
      if (!plan.isStart) return this.#outcomes.add(id, outcome);
      // After a passing failure it is asked again.
      const isOver = outcome.problem !== 'failed' && outcome.problem !== 'unreadable';
      if (isOver) await keepStart({ id, time: plan.to }, by);
    });
  }

  async #readWanted(source: CandleSource): Promise<WantedCandles[]> {
    const { presence, attributes, isAsleep } = this.#options;
    if (isAsleep?.()) return [];
    const doubts = this.#doubts().slice(0, MAX_STARTS);
    if (doubts.length === 0 && !presence.isPageOpen) return [];
    const { resolutions } = await source.info();
    const starts = doubts.flatMap(({ id, time }) => {
      const plan = planStart(time, resolutions);
      return plan ? [{ key: `${id} start ${time}`, id, plan, isLine: false }] : [];
    });
    // Daily candles have no time of day.
    if (starts.length === 0) for (const each of doubts) await keepStart(each, this.#mark ?? '');
    if (!presence.isPageOpen) return starts;
    const [chart, rehearsed, rows] = await Promise.all([
      historyWanted.getValue(),
      rehearsedFeeds.getValue(),
      feedsInView.getValue(),
    ]);
    const attributesOf = (id: FeedId) => attributes()[id];
    const shown = { chart, rehearsed, rows };
    return [...starts, ...wantedCandles(shown, resolutions, attributesOf, Date.now())];
  }

  #doubts(): readonly Start[] {
    return startsInDoubt(this.#options.starts(), this.#options.prices);
  }
}

/** Runs each request once. @param onEnd called after each request */
function createRequests(onEnd: () => void) {
  const running = new Map<string, { controller: AbortController; areDays: boolean }>();
  return {
    /** Whether candles that pages draw are being requested. */
    get areShownRunning(): boolean {
      return [...running.values()].some(({ areDays }) => !areDays);
    },
    keepOnly(wanted: readonly WantedCandles[]): void {
      const keys = new Set(wanted.map(({ key }) => key));
      for (const [key, { controller }] of running) if (!keys.has(key)) controller.abort();
    },
    start({ key, id, plan }: WantedCandles, work: (signal: AbortSignal) => Promise<void>): void {
      if (running.has(key)) return;
      const controller = new AbortController();
      running.set(key, { controller, areDays: plan.areDays === true });
      // Two charts of one series would overwrite each other's candles.
      void withLock(`candles ${id} ${seriesOf(plan)}`, () => work(controller.signal))
        .catch(() => undefined)
        .finally(() => {
          running.delete(key);
          onEnd();
        });
    },
  };
}

/** Deletes candles after the user chose another history service or none. */
async function forgetCandles(store: CandleStore): Promise<void> {
  const stored = [await candleFeeds.getValue(), await candleLines.getValue()];
  if (stored.some((each) => Object.keys(each).length > 0)) await deleteCandles(store);
}
