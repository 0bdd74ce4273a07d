import { forgetRequests } from '../../connection/request-budget.ts';
import { serviceMark } from '../../connection/service-mark.ts';
import { storedService } from '../../storage/connection.ts';
import { connectionSettings } from '../../storage/settings.ts';
import type { Parts } from './parts.ts';

/** Connects at the start of a worker. Completes a change of service that an earlier worker began. */
export async function resume(parts: Parts): Promise<void> {
  const [stored, mark] = await Promise.all([storedService.getValue(), currentMark()]);
  if (stored !== '' && stored !== mark) {
    await changeConnection(parts, true);
    return;
  }
  if (stored === '') await storedService.setValue(mark).catch(() => undefined);
  await Promise.all([parts.supervisor.reconcile('start'), showStored(parts)]);
}

/** Shows the stored prices in the toolbar, before the service answers. */
async function showStored({ loaded, intake, settings, toolbar }: Parts): Promise<void> {
  await loaded;
  await intake.setWatchlist(settings.watchlist.current);
  toolbar.showStored();
}

/** @param isOtherService whether the base URL changed */
export async function changeConnection(parts: Parts, isOtherService: boolean): Promise<void> {
  if (isOtherService) await dropServiceData(parts);
  await parts.supervisor.reconcile('connection');
  await parts.history.retry();
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
  await Promise.all([intake.clear(), forgetRequests(), lean.reset(), history.clear()]);
  // If this fails, the next start drops everything once more.
  await storedService.setValue(mark).catch(() => undefined);
}

async function currentMark(): Promise<string> {
  return serviceMark((await connectionSettings.getValue()).baseUrl);
}
