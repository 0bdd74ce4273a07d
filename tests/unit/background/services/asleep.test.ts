import { afterEach, beforeEach, expect, it } from 'vitest';
import { browser } from 'wxt/browser';
import { FLOOR_ALARM } from '@/lib/background/floor-alarm.ts';
import { badgeView } from '@/lib/storage/values/badge.ts';
import { backgroundUpdates } from '@/lib/storage/values/settings.ts';
import { listView } from '@/lib/storage/values/view.ts';
import { startWorker, type MortalWorker } from '../../worker/mortal-worker.ts';
import { pass, until } from '../../worker/fast-time.ts';
import { BTC, ETH } from '../feeds.ts';
import { activeIds, endWorld, idOf, prepareWorld, setUpServices, untilLiveFrom } from './world.ts';

beforeEach(prepareWorld);
afterEach(endWorld);

/** Several alarms while no page is open. */
async function sleep(worker: MortalWorker): Promise<void> {
  for (let count = 0; count < 2; count += 1) {
    worker.alarm(FLOOR_ALARM);
    await pass(16_000);
  }
}

const period = async () => (await browser.alarms.get(FLOOR_ALARM))?.periodInMinutes;

it('with no updates while no page is open, nothing is requested until one opens', async () => {
  await backgroundUpdates.setValue('none');
  // It needs past prices, which are requested even while no page is open.
  await badgeView.setValue({ ...badgeView.fallback, look: 'change' });
  const services = await setUpServices([{}, {}], [BTC, ETH]);
  const requests = () => services.all.reduce((sum, each) => sum + each.requests.length, 0);
  let worker = startWorker();
  await sleep(worker);
  expect(requests()).toBe(0);
  expect(await period()).toBe(5);

  const closePage = worker.openPage();
  await untilLiveFrom(services, 0);
  await until(async () => expect(await period()).toBe(0.5));
  closePage();
  await until(() => expect(services.all[0]?.openStreams()).toBe(0));
  const before = requests();
  // Its past prices are not known yet.
  await listView.update((view) => ({ ...view, changePeriod: '7d' }));
  await sleep(worker);
  worker.die();
  worker = startWorker();
  await sleep(worker);
  expect(requests()).toBe(before);
  expect(await browser.action.getTitle({})).toMatch(/^Pricelight · These prices are from .*\.\n/);

  worker.openPage();
  await untilLiveFrom(services, 0);
  // The service was not silent: it was not asked.
  expect(activeIds()).toEqual([idOf(0)]);
});
