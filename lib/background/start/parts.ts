import { currencyFeedIds } from '../../domain/currency/currency-feed.ts';
import { RequestBudget } from '../../storage/requests/request-budget.ts';
import { isAsleepIn } from '../../domain/connection/poll-interval.ts';
import { isMarketOpen } from '../../domain/prices/market-schedule.ts';
import { parseSchedule } from '../../domain/prices/schedule-grammar.ts';
import { trustSettings } from '../../storage/values/settings.ts';
import { createLookBack } from '../alerts/look-back/start-look-back.ts';
import { startAlerts } from '../alerts/start-alerts.ts';
import type { FeedId, UnixMilliseconds } from '../../base/units.ts';
import { startAnswering } from '../answers/start-answering.ts';
import { ClockKeeper } from '../clock-keeper.ts';
import { Connection } from '../connection/connection.ts';
import { Candles } from '../candles/candles.ts';
import { startHistory } from '../history/start-history.ts';
import { createPriceIntake } from '../intake/price-intake.ts';
import { createJudge } from '../intake/judge.ts';
import { createLeanGate } from '../intake/lean-gate.ts';
import { watchPresence } from '../presence.ts';
import { createRecorder } from '../recorder.ts';
import { needsChanges } from '../badge/badge-turns.ts';
import { createToolbarUpdater } from '../badge/toolbar-updater.ts';
import { recordUncaught } from '../uncaught.ts';
import { createLastResponses } from '../connection/last-responses.ts';
import { createTurns } from '../intake/turns.ts';
import { createUpdateHandler, createUpdates } from '../intake/updates.ts';
import { FirstPrices } from '../samples/first-prices.ts';
import { beginSamples, watchInstall } from '../samples/install.ts';
import { cacheSettings } from './cached-settings.ts';
import type { WorkerEvents } from './events.ts';

export type Parts = ReturnType<typeof createParts>;

/** Creates the parts of the worker. Each one knows only parts that are created before it. */
export function createParts(events: WorkerEvents) {
  const base = createBase(events);
  const prices = createPrices(events, base);
  return { ...base, ...prices, ...createService(base, prices) };
}

/** What all other parts need. */
function createBase(events: WorkerEvents) {
  const recorder = createRecorder();
  recordUncaught(recorder.log);
  const cached = cacheSettings(events);
  const responses = createLastResponses(cached.services);
  const clock = new ClockKeeper({
    onStep: events.clockStepped.emitAndWait,
    onChange: events.viewChanged.emit,
  });
  const isFeedOpen = (id: FeedId): boolean => {
    const schedule = parseSchedule(cached.followedFeeds.current[id]);
    return isMarketOpen(schedule, Date.now() - clock.current.skewMs);
  };
  // Requests are counted by the local clock, which may have been set back before this start.
  const budget = new RequestBudget(clock);
  const settings = { ...cached, clockSkew: clock };
  const loaded = Promise.all(Object.values(settings).map((item) => item.loaded));
  const presence = watchPresence(events.presenceChanged.emit);
  const isAsleep = (): boolean =>
    isAsleepIn(settings.backgroundUpdates.current, presence.isPageOpen);
  const ready = decideSamples(settings);
  const common = { recorder, responses, settings, clock, budget, loaded, presence, ready };
  return { ...common, isFeedOpen, isAsleep };
}

/** If storage is full, no sample prices are shown. */
async function decideSamples({
  areSamplesShown,
}: Pick<ReturnType<typeof cacheSettings>, 'areSamplesShown'>): Promise<void> {
  const isBegun = await beginSamples(watchInstall()).catch(() => false);
  await areSamplesShown.loaded;
  // The event of the write may come later.
  if (isBegun) areSamplesShown.current = true;
}

type Base = ReturnType<typeof createBase>;

/** What checks and stores prices, and shows them in the toolbar. */
function createPrices(
  events: WorkerEvents,
  { recorder, responses, settings, clock, loaded, isFeedOpen, isAsleep }: Base,
) {
  const alerts = startAlerts({
    settings,
    loaded,
    isFirefox: import.meta.env.FIREFOX,
    onReach: events.alertReachChanged.emit,
    onAbsence: events.absenceFound.emit,
    record: recorder.log,
  });
  const turns = createTurns();
  const skewMs = (): number => clock.current.skewMs;
  const intake = createPriceIntake(events.pricesStored.emit, alerts.alerts, skewMs, turns);
  const judge = createJudge(
    (key, atMs) => void storeSetInUse(key, atMs),
    () => settings.areSamplesInUse.current,
  );
  const lean = createLeanGate(events.leanChanged.emit);
  const [onHandled, onRefused] = [events.updateHandled.emit, events.unverifiedRefused.emit];
  const firstPrices = new FirstPrices();
  const handler = {
    loaded,
    settings,
    judge,
    clock,
    recorder,
    intake,
    lean,
    firstPrices,
    responses,
    isMarketOpen: isFeedOpen,
    onRefused,
    onHandled,
  };
  const updates = createUpdates(turns, createUpdateHandler(handler));
  const toolbar = createToolbarUpdater({ settings, intake, loaded, isAsleep });
  return { alerts, intake, judge, lean, updates, firstPrices, toolbar };
}

/** The parts that make requests to the price service. */
function createService(
  { recorder, responses, settings, budget, loaded, presence, isFeedOpen, isAsleep, ready }: Base,
  { alerts, intake, judge, lean, updates }: ReturnType<typeof createPrices>,
) {
  const connection = new Connection({
    settings,
    presence,
    intake,
    lean,
    recorder,
    responses,
    updates,
    ready: Promise.all([ready, loaded, lean.loaded]),
    budget,
    isMarketOpen: isFeedOpen,
  });
  const service = () => connection.service;
  const shared = {
    judge,
    prices: intake.prices,
    signatures: () => settings.signatures.current,
    attributes: () => settings.followedFeeds.current,
  };
  const history = startHistory({
    ...shared,
    presence: presenceForChanges(presence, settings),
    trust: () => settings.trust.current,
    followed: () => [
      ...settings.watchlist.current,
      ...currencyFeedIds(settings.currencyFeeds.current),
    ],
    service,
  });
  const candles = new Candles({
    ...shared,
    presence,
    isAsleep,
    starts: () => startsIn(settings),
    budget,
  });
  const resolve = intake.resolveAbsence;
  const sources = { judge, service, candles: () => candles.source(), resolve };
  const lookBack = createLookBack({ settings, isAsleep, alerts: alerts.alerts, ...sources });
  const answering = startAnswering({
    ...shared,
    connect: async () => {
      await loaded;
      if (!connection.service) await connection.update('start');
      return connection.service;
    },
    commands: {
      refresh: () => Promise.all([connection.update('refresh'), history.retry()]),
      'refresh-feed-list': () => connection.refreshCatalog(),
      'test-notification': alerts.sendTestNotification,
    },
  });
  return { connection, answering, history, candles, lookBack };
}

/** A change on the badge needs past prices even while no page is open. */
function presenceForChanges(presence: Base['presence'], { badgeView }: Base['settings']) {
  return {
    get isPageOpen() {
      return presence.isPageOpen || needsChanges(badgeView.current);
    },
  };
}

/** The starts of changes, by feed, for each period. */
function startsIn(settings: Base['settings']) {
  return [
    settings.references1h.current,
    settings.references24h.current,
    settings.references7d.current,
    settings.referencesclose.current,
    settings.referencestoday.current,
  ];
}

async function storeSetInUse(key: string, atMs: UnixMilliseconds): Promise<void> {
  await trustSettings
    .update((trust) => ({ ...trust, setsInUse: { [key]: atMs, ...trust.setsInUse } }))
    .catch(() => console.warn('The first use of a signer set could not be stored.'));
}
