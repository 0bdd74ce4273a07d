import { followServices } from '../../domain/connection/history-services.ts';
import { preferredService, serviceKey } from '../../domain/connection/service-list.ts';
import { serviceMark } from '../../domain/connection/service-mark.ts';
import { holdsSamples } from '../../domain/samples/holds-samples.ts';
import { SAMPLE_MARK } from '../../domain/samples/sample-service.ts';
import { coalesce } from '../../base/coalesce.ts';
import { isDeepEqual } from '../../base/deep-equal.ts';
import { neededFeeds } from '../../domain/currency/currency-feed.ts';
import { storedService } from '../../storage/values/connection-memory.ts';
import { areSamplesShown } from '../../storage/values/samples.ts';
import { historyServices, priceServices } from '../../storage/values/settings.ts';
import type { ServiceSettings } from '../../domain/settings.ts';
import { servicesIn } from '../samples/services-in-use.ts';
import type { Parts } from './parts.ts';
import { onTimePassed } from './periodic.ts';
import { stateOf } from '../../domain/alerts/model/feed-alerts.ts';
import { candleStore } from '../../storage/candles/candle-store.ts';
import type { AlertRule } from '../../domain/alerts/model/rule.ts';
import { alertRules, alertsToConfirm } from '../../storage/values/alerts.ts';
import { deleteCandles } from '../candles/store-outcomes.ts';

/**
 * The first steps of every worker: it connects, shows the stored prices in the toolbar, and then
 * delivers the alerts that an earlier worker could not. No step waits for the service, which may
 * never respond.
 */
export async function resume(parts: Parts): Promise<void> {
  let connecting = Promise.resolve();
  try {
    const isOtherService = await switchServices(parts);
    if (isOtherService) parts.connection.forgetProblems();
    connecting = isOtherService ? connectAnew(parts) : parts.connection.update('start');
    await recallPrices(parts);
  } finally {
    parts.toolbar.showStored();
    await onTimePassed(parts);
  }
  await connecting;
}

/** None after a downgrade. The data of the unknown ones is usable again after the next update. */
async function knownServices({ ready, loaded, settings }: Parts): Promise<ServiceSettings[]> {
  const areNewer = priceServices.isValueNewer();
  await Promise.all([ready, loaded]);
  return (await areNewer) ? [] : servicesIn(settings);
}

/**
 * Drops the data of a service no longer in use before another one is connected, except that sample
 * prices stay in view until real ones replace them. Resolves with whether there was such data.
 */
async function switchServices(parts: Parts): Promise<boolean> {
  const { connection, settings } = parts;
  const known = knownServices(parts);
  const isOther = await connection.hold(async () => {
    if (!(await arePricesForeign(await known, settings))) return false;
    await leaveService(parts);
    if (!areSamplesEnding(settings)) await dropServiceData(parts);
    return true;
  });
  if (areSamplesEnding(settings)) {
    if (isOther) await goLive(parts);
    await areSamplesShown.setValue(false);
  }
  await rememberService(await known, settings);
  return isOther;
}

/** Whether the user entered a service or a token while sample prices are shown. */
function areSamplesEnding({ areSamplesShown: areShown, areSamplesInUse }: Parts['settings']) {
  return areShown.current && !areSamplesInUse.current;
}

/** Replaces the sample prices in view all at once, see `holdsSamples`. */
async function goLive(parts: Parts): Promise<void> {
  const { settings, connection, firstPrices, isFeedOpen } = parts;
  connection.forgetProblems();
  await connection.update('connection');
  await firstPrices.areEnough(() => {
    const ids = neededFeeds(settings.watchlist.current, settings.currencyFeeds.current);
    return !holdsSamples(
      ids.map((id) => ({
        isOpen: isFeedOpen(id),
        isMissing: Object.hasOwn(settings.missingFeeds.current, id),
        hasPrice: firstPrices.has(id),
      })),
    );
  });
  await dropServiceData(parts);
}

/**
 * Whether the stored prices are from a service that is no longer listed, or must not be mixed with
 * those of the preferred service, which takes signatures or the user's consent.
 */
async function arePricesForeign(
  services: readonly ServiceSettings[],
  settings: Parts['settings'],
): Promise<boolean> {
  const preferred = preferredService(services);
  const stored = settings.storedService.current;
  if (stored === '' || !preferred || stored === (await serviceMark(preferred.baseUrl)))
    return false;
  const marks = await Promise.all(services.map(({ baseUrl }) => serviceMark(baseUrl)));
  const isOrdered = preferred.mayMixUnverified || settings.signatures.current !== 'off';
  return !marks.includes(stored) || !isOrdered;
}

/** If storing fails, the next start drops everything again. */
async function rememberService(
  services: readonly ServiceSettings[],
  settings: Parts['settings'],
): Promise<void> {
  const preferred = preferredService(services);
  const mark = preferred && (await serviceMark(preferred.baseUrl));
  if (!mark || mark === settings.storedService.current) return;
  await storedService.setValue(mark).catch(() => undefined);
  // The event of the write may come later.
  settings.storedService.current = mark;
}

function recallPrices({ settings, intake }: Parts): Promise<void> {
  const { watchlist, currencyFeeds } = settings;
  return intake.setWatchlist(neededFeeds(watchlist.current, currencyFeeds.current));
}

/**
 * Returns what to call when the services in use change. Changes in quick succession are one.
 * @param parts of this worker
 */
export function createServiceChange(parts: Parts) {
  let before: readonly ServiceSettings[] | null = null;
  const run = coalesce(async () => {
    const services = parts.settings.services.current;
    const then = before ?? services;
    before = null;
    await changeServices(parts, services, then);
  });
  return (then: readonly ServiceSettings[]): void => {
    before ??= then;
    void run();
  };
}

async function changeServices(
  parts: Parts,
  services: readonly ServiceSettings[],
  before: readonly ServiceSettings[],
): Promise<void> {
  const isOther = await switchServices(parts);
  await historyServices.update((known) => followServices(known, services, before));
  const isRenamed = isDeepEqual(services.map(withoutName), before.map(withoutName));
  if (isOther) parts.connection.forgetProblems();
  else if (!isRenamed) parts.connection.forgetProblems(changedIds(services, before));
  if (isOther || isOtherConnection(services, before)) await connectAnew(parts);
  else if (!isRenamed) await parts.connection.update('settings');
}

/** Ids of the services that are new or changed in more than name and place. */
function changedIds(
  services: readonly ServiceSettings[],
  before: readonly ServiceSettings[],
): string[] {
  const isChanged = (service: ServiceSettings): boolean => {
    const then = before.find(({ id }) => id === service.id);
    return !then || !isDeepEqual(withoutName(service), withoutName(then));
  };
  return services.filter(isChanged).map(({ id }) => id);
}

/** Whether the preferred service, its base URL or its headers changed. */
function isOtherConnection(
  services: readonly ServiceSettings[],
  before: readonly ServiceSettings[],
): boolean {
  const [now, then] = [preferredService(services), preferredService(before)];
  return now?.id !== then?.id || (now && then && serviceKey(now) !== serviceKey(then)) === true;
}

function withoutName(service: ServiceSettings): ServiceSettings {
  return { ...service, name: '' };
}

async function connectAnew({ connection, history }: Parts): Promise<void> {
  await connection.update('connection');
  await history.retry();
}

/** Disconnects, so that nothing from the old service arrives after its data is dropped. */
async function leaveService(parts: Parts): Promise<void> {
  const { connection, updates, answering, clock, lean } = parts;
  connection.disconnect();
  updates.clear();
  answering.forgetUpdates();
  clock.resetService();
  await lean.reset();
}

/** If real prices are waiting to replace sample prices, they do so now. */
async function dropServiceData(parts: Parts): Promise<void> {
  const { intake, history, settings, firstPrices } = parts;
  const areSamples = settings.storedService.current === SAMPLE_MARK;
  await history.clear();
  if (areSamples) await dropSamples(parts);
  await intake.replace(() => {
    // Real prices are stored from now on, even if the new service could not be.
    if (areSamples) settings.storedService.current = '';
    return firstPrices.take();
  });
}

/**
 * Deletes leftovers of sample prices, except the prices and their history, and pauses the alerts
 * that watched them. Safe to repeat: the worker may die halfway.
 */
async function dropSamples({ alerts, settings }: Parts): Promise<void> {
  await alerts.alerts.load();
  const { areOn } = settings.alertSettings.current;
  const added = await alertsToConfirm.getValue();
  const hasSeenSamples = ({ id, feedId }: AlertRule): boolean =>
    !areOn || stateOf(id, alerts.alerts.of(feedId)?.states ?? {}) !== null;
  const paused = (await alertRules.getValue())
    .filter(({ enabled }) => enabled)
    // Others come from a backup.
    .filter((rule) => added.includes(rule.id) || hasSeenSamples(rule))
    .map(({ id }) => id);
  if (paused.length > 0) {
    // Stored first, so that the user is asked about every paused alert.
    await alertsToConfirm.update((known) => [...new Set([...known, ...paused])]);
    await alertRules.update((rules) =>
      rules.map((rule) => (paused.includes(rule.id) ? { ...rule, enabled: false } : rule)),
    );
  }
  await alerts.alerts.clear();
  await deleteCandles(candleStore);
}
