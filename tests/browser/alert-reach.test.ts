import { afterAll, beforeAll, expect, it } from 'vitest';
import { latestKey, readLatest } from '../tools/latest-price.ts';
import { until } from '../tools/until.ts';
import { commandItems } from '../tools/worker-commands.ts';
import { above, delivered } from './alert-rules.ts';
import { BTC_USD } from './feeds.ts';
import { startScene, type Scene } from './scene.ts';

// About the interval of polls.
const STEP_S = 27;
const LATEST = '/v2/updates/price/latest';

// The worker's alarm, which comes every half minute, ends the stream.
const ALARM_MS = 75_000;

const startedAt = Math.floor(Date.now() / 1_000);
let scene: Scene;

beforeAll(async () => {
  scene = await startScene({ service: { updatesPerSecond: 0 } });
  await scene.browser.storageSet('local', {
    alerts: [above('near', BTC_USD, '65000')],
    watchlist: [BTC_USD],
  });
  // To this worker, the page that an install opens is still open for a few seconds.
  await scene.browser.stopWorker();
});

afterAll(() => scene?.end());

it('Balanced streams without a page only while a level is near', async () => {
  setPrice('60000', startedAt - 2 * STEP_S);
  await scene.connect();
  await polled('60000');
  setPrice('60010', startedAt - STEP_S);
  await refresh();
  await polled('60010');
  expect(await isNear()).toBe(false);
  expect(scene.service.openStreams()).toBe(0);

  // The distance to the level is no more than this poll moved the price.
  setPrice('62510', startedAt);
  await refresh();
  await until(() => scene.service.openStreams() === 1, { what: 'the stream' });
  expect(await isNear()).toBe(true);

  const polls = countPolls();
  setPrice('65100', Math.floor(Date.now() / 1_000));
  await until(() => delivered(scene, 1), { what: 'the firing, by the stream' });
  expect(countPolls()).toBe(polls);

  await scene.browser.storageSet('local', { alerts: [] });
  await until(
    () => {
      // A worker without work would die, and its stream with it.
      scene.service.pushStream();
      return scene.service.openStreams() === 0;
    },
    { what: 'the end of the stream', timeoutMs: ALARM_MS, everyMs: 1_000 },
  );
  await until(isPolling, { what: 'the background to poll' });
});

function setPrice(price: string, publishTime: number): void {
  scene.service.setPrice(BTC_USD, { price, conf: '1', expo: 0, publishTime });
}

/** Requests a refresh as a page does. */
function refresh(): Promise<void> {
  return scene.browser.storageSet('session', commandItems('refresh'));
}

async function polled(price: string): Promise<void> {
  await until(
    async () => {
      const stored = await scene.browser.storageGet('session', latestKey(BTC_USD));
      return readLatest(stored)?.price === price;
    },
    { what: `the price ${price}` },
  );
}

async function isNear(): Promise<boolean | undefined> {
  const reach = await scene.browser.storageGet('session', 'alertReach');
  return (reach as Record<string, { isNear: boolean }> | undefined)?.[BTC_USD]?.isNear;
}

async function isPolling(): Promise<boolean> {
  const connection = await scene.browser.storageGet('session', 'connectionState');
  return (connection as { state: string } | undefined)?.state === 'polling';
}

function countPolls(): number {
  return scene.service.requests.filter(({ path }) => path === LATEST).length;
}
