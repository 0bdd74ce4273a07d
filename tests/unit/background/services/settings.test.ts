import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { historyRecords } from '@/lib/storage/history/records.ts';
import { displayCurrency } from '@/lib/storage/values/currency.ts';
import { backgroundUpdates, priceServices } from '@/lib/storage/values/settings.ts';
import { watchlist } from '@/lib/storage/values/watchlist.ts';
import { FLOOR_ALARM } from '@/lib/background/floor-alarm.ts';
import { startPriceService, type PriceService } from '../../../price-service/server.ts';
import { startWorker } from '../../worker/mortal-worker.ts';
import { pass, until } from '../../worker/fast-time.ts';
import { serviceWith } from '../../domain/connection/services.ts';
import { BTC, ETH, EUR } from '../feeds.ts';
import { endWorld, latestPrice, prepareWorld, setUpServices, untilLiveFrom } from './world.ts';

beforeEach(prepareWorld);
afterEach(endWorld);

it('a chosen currency brings the price of its exchange rate at once', async () => {
  const services = await setUpServices([{}]);
  startWorker().openPage();
  await untilLiveFrom(services, 0);
  await displayCurrency.setValue('EUR');
  await until(async () => expect(await latestPrice(EUR)).toBeDefined());
});

/** Lists another service and another feed in one step. Resolves once that service brought prices. */
async function changeService(): Promise<PriceService> {
  const next = await startPriceService({ updatesPerSecond: 1 });
  onTestFinished(() => next.close());
  await fakeBrowser.storage.local.set<Record<string, unknown>>({
    ...priceServices.entry([serviceWith({ id: 'next', baseUrl: next.url })]),
    ...watchlist.entry([BTC, ETH]),
  });
  return next;
}

describe('a service that replaces another one is asked only after the data of that one is dropped', () => {
  it.each([
    ['the list changes in the same step', true, async () => {}],
    ['another setting changes meanwhile', true, () => backgroundUpdates.setValue('live')],
    ['an alarm wakes the next worker', false, async () => {}],
  ])('although %s', async (_, isRunning, meanwhile) => {
    const services = await setUpServices([{}]);
    const worker = startWorker();
    worker.openPage();
    await untilLiveFrom(services, 0);
    if (!isRunning) worker.die();
    const dropping = Promise.withResolvers<void>();
    const dropped = vi.spyOn(historyRecords, 'deleteAll').mockReturnValue(dropping.promise);
    const next = await changeService();
    if (!isRunning) {
      startWorker().openPage();
      void fakeBrowser.alarms.onAlarm.trigger({
        name: FLOOR_ALARM,
        scheduledTime: 0,
        persistAcrossSessions: true,
      });
    }
    await until(() => expect(dropped).toHaveBeenCalledOnce());
    await meanwhile();
    // Long enough to connect.
    await pass(1_000);
    expect(next.requests).toEqual([]);
    dropping.resolve();
    await until(async () => expect(await latestPrice(ETH)).toBeDefined());
    expect(dropped).toHaveBeenCalledOnce();
  });
});
