import { browser } from 'wxt/browser';
import { areSamplesShown } from '../../storage/values/samples.ts';
import { backgroundUpdates, priceServices, signatures } from '../../storage/values/settings.ts';
import type { AlertRule } from '../../domain/alerts/model/rule.ts';
import { isUntouched } from '../../domain/samples/sample-service.ts';
import { subjectOf } from '../../domain/holdings/subject.ts';
import { alertReach } from '../../storage/values/alert-reach.ts';
import { alertRules } from '../../storage/values/alerts.ts';
import {
  chosenCurrencyFeeds,
  currencyFeeds,
  displayCurrency,
} from '../../storage/values/currency.ts';
import { holdings } from '../../storage/values/holdings.ts';
import { removeObsoleteItems } from '../../storage/obsolete-keys.ts';
import { keepAlertReserve } from '../../storage/values/alert-reserve.ts';
import { watchlist } from '../../storage/values/watchlist.ts';
import type { Cause } from '../connection/state.ts';
import { listenToAddressBar } from '../address-bar/listen.ts';
import { listenToNotifications } from '../alerts/notification-clicks.ts';
import { showNextFeed } from '../badge/badge-turns.ts';
import { CANDLE_ITEMS } from '../candles/candles.ts';
import { ensureFloorAlarm, FLOOR_ALARM } from '../floor-alarm.ts';
import { HISTORY_ITEMS } from '../history/start-history.ts';
import { keepFirstList, offerNews, openWelcome } from '../installed.ts';
import { Sync } from '../sync.ts';
import type { WorkerEvents } from './events.ts';
import type { Parts } from './parts.ts';
import { onAlarm } from './periodic.ts';
import { createServiceChange } from './service-change.ts';
import type { Signatures } from '../../domain/settings.ts';

/** Connects events with their effects. Call it in the worker's first turn. */
export function wire(events: WorkerEvents, parts: Parts): void {
  wireEvents(events, parts);
  wireStorage(parts);
  wireBrowser(parts, wireSync(parts));
}

function wireSync({ toolbar }: Parts): Sync {
  const sync = new Sync();
  sync.listen();
  void toolbar.shown.then(() => sync.resume());
  return sync;
}

function wireEvents(events: WorkerEvents, parts: Parts): void {
  const { settings, judge, clock, connection, intake, alerts, answering, toolbar } = parts;
  const { history, candles, presence, lookBack, budget } = parts;
  events.viewChanged.listen(toolbar.refresh);
  events.alertItemsChanged.listen(() => {
    toolbar.refresh();
    void alerts.deliver();
  });
  events.presenceChanged.listen(() => {
    clock.check();
    // A worker gets no notice of its end, so save when the last page closes.
    if (!presence.isPageOpen) void intake.saveLastKnown().catch(() => undefined);
    void connection.update('presence');
    keepFloorAlarm(parts);
    history.reconcile();
    void candles.reconcile();
  });
  events.alertReachChanged.listen(() => connection.update('settings'));
  events.absenceFound.listen(lookBack.run);
  events.leanChanged.listen(() => connection.update('settings'));
  const useTrustSettings = () => judge.trust(settings.trustSettings.current);
  void settings.trustSettings.loaded.then(useTrustSettings);
  events.trustSettingsChanged.listen(useTrustSettings);
  events.trustChanged.listen(() => onTrustChanged(parts));
  events.clockStepped.listen((stepMs) => {
    connection.followStep(stepMs);
    // A step forward may be sleep, in which prices age.
    return Promise.all([budget.storeSteps(), stepMs < 0 && intake.shiftAskedAt(stepMs)]);
  });
  events.pricesStored.listen((changed) => {
    toolbar.refresh();
    history.onPricesStored(changed);
    candles.onPricesStored();
  });
  events.unverifiedRefused.listen((id) => connection.refuseUnverified(id));
  events.updateHandled.listen(answering.rememberUpdate);
}

/** Call it at every start, and when it may need another period. */
export function keepFloorAlarm({ loaded, isAsleep }: Parts): void {
  void loaded.catch(() => undefined).then(() => ensureFloorAlarm(isAsleep()));
}

function wireStorage(parts: Parts): void {
  const { connection, history, candles, alerts } = parts;
  // First, so that no other change in the same write connects the new service too early.
  const changeServices = createServiceChange(parts);
  priceServices.watch((_, before) => changeServices(before));
  areSamplesShown.watch(() => {
    const { current } = parts.settings.services;
    // Going live changes the list, too, which ended the samples.
    if (isUntouched(current)) changeServices(current);
  });
  for (const item of HISTORY_ITEMS) item.watch(history.reconcile);
  for (const item of CANDLE_ITEMS) item.watch(() => void candles.reconcile());
  alertReach.watch((now, before) => alerts.onReachChanged(now, before));
  const reconcile = (cause: Cause) => () => void connection.update(cause);
  watchlist.watch(reconcile('settings'));
  displayCurrency.watch(reconcile('settings'));
  currencyFeeds.watch(reconcile('settings'));
  chosenCurrencyFeeds.watch(reconcile('settings'));
  holdings.watch(reconcile('settings'));
  alertRules.watch((now, before) => {
    if (calculatedIn(now) !== calculatedIn(before)) void connection.update('settings');
  });
  backgroundUpdates.watch(() => {
    void connection.update('settings');
    keepFloorAlarm(parts);
  });
  signatures.watch((mode, before) => void changeSignatureMode(parts, mode, before));
}

/** Ids of the calculated figures that alerts watch, as text. They may need exchange rates. */
function calculatedIn(rules: readonly AlertRule[]): string {
  const ids = rules.flatMap(({ enabled, feedId }) => (enabled ? feedId : []));
  return [...new Set(ids)].filter((id) => subjectOf(id).kind !== 'feed').join();
}

function wireBrowser(parts: Parts, sync: Sync): void {
  const reconcile = (cause: Cause) => () => void parts.connection.update(cause);
  // A granted permission is used at once.
  const refresh = reconcile('refresh');
  // A permission without origins, such as consent to send a token, needs no refresh.
  browser.permissions.onAdded.addListener(({ origins = [] }) => {
    if (origins.length > 0) refresh();
  });
  browser.runtime.onStartup.addListener(reconcile('start'));
  browser.runtime.onStartup.addListener(() => void keepAlertReserve().catch(() => undefined));
  browser.runtime.onInstalled.addListener(reconcile('start'));
  browser.runtime.onInstalled.addListener(({ reason, previousVersion }) => {
    // The welcome page doesn't open if storage is full or there is no window.
    if (reason === 'install') void openWelcome().catch(() => undefined);
    if (previousVersion !== undefined) {
      void offerNews(previousVersion).catch(() => undefined);
      void keepFirstList().catch(() => undefined);
    }
    void removeObsoleteItems()
      .then(keepAlertReserve)
      .catch(() => undefined);
  });
  browser.alarms.onAlarm.addListener(({ name }) => {
    if (name !== FLOOR_ALARM) return;
    void onAlarm(parts);
    void sync.resume();
  });
  listenToNotifications({ isFirefox: import.meta.env.FIREFOX });
  listenToAddressBar(parts);
  watchCommands(() => {
    void parts.loaded.then(() => showNextFeed(parts.settings, Date.now()));
  });
  globalThis.addEventListener('online', reconcile('online'));
}

/** Carries out keyboard commands. Call this in the worker's first turn. */
function watchCommands(onNextBadgeFeed: () => void): void {
  // Android has no keyboard commands.
  browser.commands?.onCommand.addListener((command, tab) => {
    if (command === 'next-badge-feed') onNextBadgeFeed();
    // Not delayed: only a user action's handler may open it. Firefox opens its sidebar itself.
    if (command === 'open-side-panel' && tab !== undefined) {
      void browser.sidePanel.open({ windowId: tab.windowId });
    }
  });
}

/** Call this when the user changes whether signatures are checked or required. */
async function changeSignatureMode(
  parts: Parts,
  mode: Signatures,
  before: Signatures,
): Promise<void> {
  const { answering, intake, toolbar } = parts;
  if (mode === 'off' || before === 'off') {
    answering.forgetUpdates();
    await (mode === 'off' ? intake.dropVerdicts() : intake.dropUnchecked());
    toolbar.refresh();
  }
  await recheck(parts, before === 'off');
}

/** Call this when the trusted signers change, by the user or a signer set upgrade. */
async function onTrustChanged(parts: Parts): Promise<void> {
  const { answering, clock, intake, settings, toolbar } = parts;
  answering.forgetUpdates();
  clock.resetSigners();
  await intake.setTrust(settings.trust.current);
  toolbar.refresh();
  await recheck(parts);
}

/** @param wasOff signatures were not checked before */
async function recheck({ lean, connection, history }: Parts, wasOff = false): Promise<void> {
  await lean.reset();
  // What is known about the services depends on the signatures of their prices.
  await connection.update('refresh');
  await history.recheckProofs(wasOff);
}
