import { afterEach, beforeEach, expect, it } from 'vitest';
import { displayCurrency } from '@/lib/storage/values/currency.ts';
import { startWorker } from '../../worker/mortal-worker.ts';
import { until } from '../../worker/fast-time.ts';
import { EUR } from '../feeds.ts';
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
