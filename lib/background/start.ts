import { browser } from 'wxt/browser';
import { forgetRequests } from '../connection/request-budget.ts';
import { serviceMark } from '../connection/service-mark.ts';
import { followClockStep, watchClock } from '../connection/stored-budget.ts';
import { followedFeeds } from '../storage/catalogue.ts';
import { connectionState, storedService } from '../storage/connection.ts';
import {
  appearance,
  backgroundUpdates,
  connectionSettings,
  signatures,
  staleLimitSeconds,
  trustSettings,
  type Signatures,
} from '../storage/settings.ts';
import { badgeFeedId, watchlist } from '../storage/watchlist.ts';
import { isMarketOpen } from '../prices/market-schedule.ts';
import { parseSchedule } from '../prices/schedule-grammar.ts';
import { trustInForce } from '../storage/trust-in-force.ts';
import { startAnswering } from './answers/start-answering.ts';
import { createClockKeeper } from './clock-keeper.ts';
import { ensureFloorAlarm, FLOOR_ALARM } from './floor-alarm.ts';
import { startHistory } from './history/start-history.ts';
import { createJudge } from './judge.ts';
import { keep } from './kept.ts';
import { createLeanGate } from './lean-stream.ts';
import { watchPresence } from './presence.ts';
import { createPriceIntake } from './price-intake.ts';
import { createRecorder } from './recorder.ts';
import { keepAlertItems } from '../alerts/worker/alert-items.ts';
import { startAlerts } from '../alerts/worker/start-alerts.ts';
import { createSupervisor } from './supervisor.ts';
import { createToolbar } from './toolbar.ts';
import { toolbarView } from './toolbar-view.ts';
import { recordUncaught } from './uncaught.ts';
import { createUpdateQueue } from './update-queue.ts';

// Several updates within a moment show as one.
const TOOLBAR_DELAY_MS = 50;

/**
 * Starts the background: to be called in the worker's first turn, at every start. All listeners
 * are registered before the first await, so that the event that woke the worker is not lost.
 */
export function startBackground(): void {
  const recorder = createRecorder();
  recordUncaught(recorder.note);
  const clock = createClockKeeper({
    isMarketOpen: isFeedOpen,
    onJump: (jumpMs) => void followClockStep(jumpMs),
    onSetBack: (jumpMs) => intake.shiftAskedAt(jumpMs),
    onChange: showToolbar,
    record: recorder.note,
  });
  watchClock(clock.check);
  const kept = {
    clockSkew: clock,
    watchlist: keep(watchlist, showToolbar),
    badgeFeedId: keep(badgeFeedId, showToolbar),
    followedFeeds: keep(followedFeeds, showToolbar),
    staleLimitSeconds: keep(staleLimitSeconds, showToolbar),
    appearance: keep(appearance, showToolbar),
    connectionState: keep(connectionState, showToolbar),
    signatures: keep(signatures, showToolbar),
    trustSettings: keep(trustSettings, () => void judge.trust(kept.trustSettings.current)),
    trust: keep(trustInForce, () => void changeTrust()),
    backgroundUpdates: keep(backgroundUpdates, () => void supervisor.look('settings')),
    ...keepAlertItems(() => {
      showToolbar();
      void alertService.deliver();
    }),
  };
  let toolbarTimer: ReturnType<typeof setTimeout> | undefined;
  const loaded = Promise.all(Object.values(kept).map((item) => item.loaded));
  const toolbar = createToolbar();
  const presence = watchPresence(() => {
    clock.check();
    void supervisor.look('presence');
    history.reconcile();
  });
  const alertService = startAlerts({
    settings: kept,
    loaded,
    isFirefox: import.meta.env.FIREFOX,
    onReach: () => void supervisor.look('settings'),
    record: recorder.note,
  });
  const intake = createPriceIntake(
    (changed) => {
      showToolbar();
      history.onPricesStored(changed);
    },
    alertService.alerts,
    () => clock.current.skewMs,
  );
  const judge = createJudge((key, atMs) => void noteSetInUse(key, atMs));
  void kept.trustSettings.loaded.then(() => judge.trust(kept.trustSettings.current));
  const lean = createLeanGate(() => void supervisor.look('settings'));
  const answering = startAnswering({
    judge,
    signatures: () => kept.signatures.current,
    attributes: () => kept.followedFeeds.current,
    prices: intake.prices,
    connect: async () => {
      await loaded;
      if (!supervisor.service) await supervisor.look('start');
      return supervisor.service;
    },
    commands: {
      refresh: () => Promise.all([supervisor.look('refresh'), history.retry()]),
      'refresh-feed-list': () => supervisor.refreshCatalogue(),
      'test-notification': () => alertService.sendTestNotification(),
    },
  });
  const updates = createUpdateQueue(async (update, isDropped) => {
    await loaded;
    const receivedAt = Date.now();
    const judged = await judge.judge(update, kept.signatures.current);
    if (isDropped()) return;
    clock.onPrices(judged, receivedAt, kept.trust.current);
    recorder.onUpdate(judged);
    await intake
      .take(judged, receivedAt)
      .finally(() => answering.rememberUpdate({ update, receivedAt, judged }));
    await lean.heed(judged, !update.parsed);
  });
  const supervisor = createSupervisor({
    presence,
    intake,
    lean,
    // Requests are counted by the local clock, which may have been set back before this worker.
    recorder: { ...recorder, beforeRequest: () => clock.loaded, onDate: clock.onDate },
    updates,
    isAnyMarketOpen: (ids) => ids.some((id) => isFeedOpen(id, Date.now() - clock.current.skewMs)),
  });
  const history = startHistory({
    presence,
    judge,
    prices: intake.prices,
    signatures: () => kept.signatures.current,
    trust: () => kept.trust.current,
    followed: () => kept.watchlist.current,
    attributes: () => kept.followedFeeds.current,
    service: () => supervisor.service,
  });

  watchlist.watch(() => void supervisor.look('settings'));
  signatures.watch((mode, before) => void changeMode(mode, before));
  connectionSettings.watch((now, before) => void connect(now.baseUrl !== before.baseUrl));
  // Access that was just granted is used at once.
  browser.permissions.onAdded.addListener(() => void supervisor.look('refresh'));
  browser.runtime.onStartup.addListener(() => void supervisor.look('start'));
  browser.runtime.onInstalled.addListener(() => void supervisor.look('start'));
  browser.alarms.onAlarm.addListener(({ name }) => {
    if (name === FLOOR_ALARM) void beat();
  });
  globalThis.addEventListener('online', () => void supervisor.look('retry'));

  void ensureFloorAlarm();
  void alertService.deliver();
  void resume().then(look);

  async function resume(): Promise<void> {
    const [stored, mark] = await Promise.all([storedService.getValue(), markOfService()]);
    // The worker before died while it forgot the prices of another service.
    if (stored !== '' && stored !== mark) return connect(true);
    if (stored === '') await storedService.setValue(mark).catch(() => undefined);
    await supervisor.look('start');
  }

  async function connect(isOtherService: boolean): Promise<void> {
    // Another service's figures say nothing about the order of this one's updates.
    if (isOtherService) {
      // First: what it still sends, and what waits, would come after the rest is forgotten.
      supervisor.disconnect();
      updates.clear();
      const mark = await markOfService();
      answering.forgetUpdates();
      clock.forgetService();
      await Promise.all([intake.forget(), forgetRequests(), lean.forget(), history.clear()]);
      // Not stored, all of it is forgotten once more at the next start.
      await storedService.setValue(mark).catch(() => undefined);
    }
    await supervisor.look('connection');
    await history.retry();
  }

  async function changeMode(mode: Signatures, before: Signatures): Promise<void> {
    if (mode === 'off' || before === 'off') {
      answering.forgetUpdates();
      await (mode === 'off' ? intake.forgetProofs() : intake.forgetUnjudged());
      showToolbar();
    }
    await countAnew(before === 'off');
  }

  async function changeTrust(): Promise<void> {
    answering.forgetUpdates();
    clock.forgetSigners();
    await intake.trust(kept.trust.current);
    showToolbar();
    await countAnew();
  }

  /** @param wasOff nobody checked the prices so far */
  async function countAnew(wasOff = false): Promise<void> {
    await lean.forget();
    await supervisor.look('settings');
    await history.recheckProofs(wasOff);
  }

  /** The floor under everything: badge and prices stay right with alarms alone. */
  async function beat(): Promise<void> {
    clock.check();
    await supervisor.look('alarm');
    await look();
    history.reconcile();
    await intake
      .saveLastKnown()
      .catch(() => console.warn('The last prices could not be saved for the next start.'));
  }

  /** What comes with time alone: markets that open, snoozes that end, prices that age. */
  async function look(): Promise<void> {
    showToolbar();
    await loaded;
    await intake.tick();
    await alertService.deliver();
  }

  /** @param nowMs corrected time, unix milliseconds */
  function isFeedOpen(id: string, nowMs: number): boolean {
    return isMarketOpen(parseSchedule(kept.followedFeeds.current[id]), nowMs);
  }

  function showToolbar(): void {
    toolbarTimer ??= setTimeout(() => {
      toolbarTimer = undefined;
      void loaded.then(() => toolbar.show(toolbarView(kept, intake, Date.now())));
    }, TOOLBAR_DELAY_MS);
  }
}

async function markOfService(): Promise<string> {
  return serviceMark((await connectionSettings.getValue()).baseUrl);
}

async function noteSetInUse(key: string, atMs: number): Promise<void> {
  await trustSettings
    .update((trust) => ({ ...trust, setsInUse: { [key]: atMs, ...trust.setsInUse } }))
    .catch(() => console.warn('That a signer set is in use could not be stored.'));
}
