import { preferredService } from '../../connection/service-list.ts';
import { serviceMark } from '../../connection/service-mark.ts';
import { storedService } from '../../storage/connection.ts';
import { DEFAULT_SERVICE, priceServices } from '../../storage/settings.ts';
import type { Parts } from './parts.ts';
import { onTimePassed } from './periodic.ts';

/**
 * What every worker does first: it connects, shows the stored prices in the toolbar, and then
 * delivers the alerts that an earlier worker could not. Only this order counts: none of it waits for
 * the service, which may never answer.
 */
export async function resume(parts: Parts): Promise<void> {
  let connecting = Promise.resolve();
  try {
    const isOtherService = await completeChange(parts);
    connecting = isOtherService ? connectAnew(parts) : parts.supervisor.reconcile('start');
    await recallPrices(parts);
  } finally {
    parts.toolbar.showStored();
    await onTimePassed(parts);
  }
  await connecting;
}

/** Completes a change of service that an earlier worker began. Resolves with whether there was one. */
async function completeChange(parts: Parts): Promise<boolean> {
  const [stored, mark] = await Promise.all([storedService.getValue(), currentMark()]);
  const isOtherService = stored !== '' && stored !== mark;
  if (isOtherService) await dropServiceData(parts);
  else if (stored === '') await storedService.setValue(mark).catch(() => undefined);
  return isOtherService;
}

async function recallPrices({ loaded, intake, settings }: Parts): Promise<void> {
  await loaded;
  await intake.setWatchlist(settings.watchlist.current);
}

/** @param isOtherService whether the base URL changed */
export async function changeConnection(parts: Parts, isOtherService: boolean): Promise<void> {
  if (isOtherService) await dropServiceData(parts);
  await connectAnew(parts);
}

async function connectAnew({ supervisor, history }: Parts): Promise<void> {
  await supervisor.reconcile('connection');
  await history.retry();
}

/** Drops the data of the old service, because the two services' updates have no common order. */
async function dropServiceData(parts: Parts): Promise<void> {
  const { supervisor, updates, answering, clock, intake, lean, history } = parts;
  // First, so that nothing of the old service arrives after the rest is dropped.
  supervisor.disconnect();
  updates.clear();
  const mark = await currentMark();
  answering.forgetUpdates();
  clock.resetService();
  await Promise.all([intake.clear(), lean.reset(), history.clear()]);
  // If this fails, the next start drops everything once more.
  await storedService.setValue(mark).catch(() => undefined);
}

async function currentMark(): Promise<string> {
  const { baseUrl } = preferredService(await priceServices.getValue()) ?? DEFAULT_SERVICE;
  return serviceMark(baseUrl);
}
