import { coalesce } from '../../base/coalesce.ts';
import { SAMPLE_SERVICE } from '../../domain/samples/sample-service.ts';
import type { ConnectionSettings } from '../../domain/settings.ts';
import { historyInUse } from '../../domain/connection/history-services.ts';
import { serviceKey } from '../../domain/connection/service-list.ts';
import { candleStore, type CandleStore } from '../../storage/candles/candle-store.ts';
import {
  candleFeeds,
  candleLines,
  feedsInView,
  rehearsedFeed,
} from '../../storage/values/candles.ts';
import { historyWanted } from '../../storage/values/history.ts';
import { areSamplesShown } from '../../storage/values/samples.ts';
import { historyServices, priceServices } from '../../storage/values/settings.ts';
import type { FeedId, UnixMilliseconds } from '../../base/units.ts';
import type { RequestBudget } from '../../storage/requests/request-budget.ts';
import type { ReadableItem } from '../../storage/stored.ts';
import type { Presence } from '../presence.ts';
import { createSampleCandles } from '../samples/sample-clients.ts';
import { servicesInUse } from '../samples/services-in-use.ts';
import { createCandleSource, type CandleSource } from './candle-source.ts';
import { serveCandles } from './serve-candles.ts';
import { createOutcomes, deleteCandles } from './store-outcomes.ts';
import { seriesOf } from './update-candles.ts';
import { wantedCandles, type WantedCandles } from './wanted-candles.ts';

interface CandleOptions {
  presence: Presence;
  attributes: () => Readonly<Record<FeedId, Record<string, string>>>;
  store?: CandleStore;
  budget?: RequestBudget;
}

const MINUTE_MS = 60_000;

/** Call `reconcile` when one of these changes. */
export const CANDLE_ITEMS: ReadonlyArray<Pick<ReadableItem<unknown>, 'watch'>> = [
  historyWanted,
  rehearsedFeed,
  feedsInView,
  priceServices,
  historyServices,
  areSamplesShown,
];

/** Fetches the candles that open pages show. */
export function startCandles(options: CandleOptions) {
  const { presence, attributes, store = candleStore, budget } = options;
  let source: CandleSource | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const dueAt = new Map<string, UnixMilliseconds>();
  const outcomes = createOutcomes();
  const requests = createRequests(() => void run());

  const reconcile = coalesce(async () => {
    await applySettings();
    const wanted = source && presence.isPageOpen ? await readWanted(source, attributes()) : [];
    requests.keepOnly(wanted);
    const now = Date.now();
    for (const [rank, each] of wanted.entries()) {
      if (!source || (dueAt.get(each.key) ?? 0) > now) continue;
      // Blocks further requests until the result is known.
      dueAt.set(each.key, now + MINUTE_MS);
      serve(source, each, rank);
    }
    const next = Math.min(...wanted.map(({ key }) => dueAt.get(key) ?? Infinity));
    runIn(next - now);
  });

  // Nothing can be planned without the service's info: try again in a minute.
  const run = (): Promise<void> => reconcile().catch(() => runIn(MINUTE_MS));

  function runIn(ms: number): void {
    clearTimeout(timer);
    if (ms < Infinity) timer = setTimeout(() => void run(), Math.max(0, ms));
  }

  async function applySettings(): Promise<void> {
    const settings = await configuredSource();
    if ((source?.key ?? null) === (settings && serviceKey(settings))) return;
    // A new worker keeps the candles that an earlier one stored.
    const isOther = source !== null || settings === null;
    const isSample = settings === SAMPLE_SERVICE;
    source = isSample
      ? createSampleCandles(store)
      : settings && createCandleSource(settings, store, budget);
    requests.keepOnly([]);
    outcomes.clear();
    dueAt.clear();
    if (isOther) await forgetCandles(store);
  }

  function serve(from: CandleSource, wanted: WantedCandles, rank: number): void {
    const { key, id } = wanted;
    requests.start(wanted, async (signal) => {
      const task = { source: from, store, attributes: attributes()[id], rank, signal };
      signal.addEventListener('abort', () => dueAt.delete(key));
      const outcome = await serveCandles(wanted, task);
      dueAt.set(key, Date.now() + outcome.restMs);
      outcomes.add(id, outcome);
    });
  }

  /** `source`: the history service in use, if any. */
  return { reconcile: run, source: () => applySettings().then(() => source) };
}

async function configuredSource(): Promise<ConnectionSettings | null> {
  const services = await servicesInUse();
  if (services.includes(SAMPLE_SERVICE)) return SAMPLE_SERVICE;
  return historyInUse(services, await historyServices.getValue());
}

/** Runs each request once. @param onEnd called after each request */
function createRequests(onEnd: () => void) {
  const running = new Map<string, AbortController>();
  const turns = createTurns();
  return {
    keepOnly(wanted: readonly WantedCandles[]): void {
      const keys = new Set(wanted.map(({ key }) => key));
      for (const [key, controller] of running) if (!keys.has(key)) controller.abort();
    },
    start({ key, id, plan }: WantedCandles, work: (signal: AbortSignal) => Promise<void>): void {
      if (running.has(key)) return;
      const controller = new AbortController();
      running.set(key, controller);
      // Two charts of one series would overwrite each other's candles.
      void turns(`${id} ${seriesOf(plan)}`, () => work(controller.signal))
        .catch(() => undefined)
        .finally(() => {
          running.delete(key);
          onEnd();
        });
    },
  };
}

async function readWanted(
  source: CandleSource,
  attributes: Readonly<Record<FeedId, Record<string, string>>>,
): Promise<WantedCandles[]> {
  const [chart, rehearsed, rows] = await Promise.all([
    historyWanted.getValue(),
    rehearsedFeed.getValue(),
    feedsInView.getValue(),
  ]);
  const { resolutions } = await source.info();
  return wantedCandles({ chart, rehearsed, rows }, resolutions, (id) => attributes[id], Date.now());
}

/** Deletes candles after the user chose another history service or none. */
async function forgetCandles(store: CandleStore): Promise<void> {
  const stored = [await candleFeeds.getValue(), await candleLines.getValue()];
  if (stored.some((each) => Object.keys(each).length > 0)) await deleteCandles(store);
}

/** Runs one task at a time for each name. */
function createTurns() {
  const last = new Map<string, Promise<void>>();
  return (name: string, work: () => Promise<void>): Promise<void> => {
    const turn = (last.get(name) ?? Promise.resolve()).then(work);
    const ended = turn.catch(() => undefined);
    last.set(name, ended);
    void ended.then(() => last.get(name) === ended && last.delete(name));
    return turn;
  };
}
