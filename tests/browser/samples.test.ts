import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startPriceService, type PriceService } from '../price-service/server.ts';
import { until } from '../tools/until.ts';
import { BTC_USD, ETH_USD } from './feeds.ts';
import { startScene, type Scene } from './scene.ts';
import { storedSamples, storeSamples, type StoredSample } from './stored-samples.ts';

const DAY = 86_400;
const NOT_LISTED = 'ab'.repeat(32);

let scene: Scene;
let other: PriceService;
let popup: Page;

beforeAll(async () => {
  scene = await startScene({ service: { updatesPerSecond: 1 } });
  other = await startPriceService();
  await scene.connect();
  popup = await scene.openPopup();
});

afterAll(async () => {
  await scene?.end();
  await other?.close();
});

it('samples of live prices are stored', async () => {
  const now = Date.now() / 1_000;
  await until(
    async () => (await readSamples()).some(({ id, at }) => id === BTC_USD && now - at < 180),
    { what: 'a sample of the present' },
  );
});

it('samples are thinned, and those of feeds outside the watchlist are deleted', async () => {
  const minute = Math.floor(Date.now() / 600_000) * 600 - 3 * 3_600;
  const longAgo = Math.floor(Date.now() / 86_400_000 - 20) * DAY;
  await seed([
    gapAt(BTC_USD, minute - 400 * DAY),
    gapAt(BTC_USD, minute),
    gapAt(BTC_USD, minute + 60),
    gapAt(NOT_LISTED, minute),
    gapAt(ETH_USD, longAgo),
    sampleAt(longAgo + 3_600),
    sampleAt(longAgo + 7_200),
  ]);
  await scene.browser.storageSet('session', {
    historyStored: { liveAt: 0, askedAt: 0, thinnedAt: 0 },
  });
  await scene.browser.stopWorker();
  await until(async () => (await readSamples()).every(({ id }) => id !== NOT_LISTED), {
    what: 'the samples of the other feed to be deleted',
  });
  await until(async () => !(await has(BTC_USD, minute + 60)), {
    what: 'one of two samples to be deleted',
  });
  await until(async () => !(await has(ETH_USD, longAgo)), {
    what: 'a gap of a day with samples to be deleted',
  });
  expect(await has(ETH_USD, longAgo + 3_600)).toBe(true);
  expect(await has(ETH_USD, longAgo + 7_200)).toBe(false);
  expect(await has(BTC_USD, minute)).toBe(true);
  expect(await has(BTC_USD, minute - 400 * DAY)).toBe(false);
});

function sampleAt(at: number, trust?: string): StoredSample {
  const figure = { price: '100', conf: '1', expo: -2, emaPrice: '100', emaConf: '1', emaExpo: -2 };
  const sample = { id: ETH_USD, at, time: at, ...figure };
  return trust === undefined ? sample : { ...sample, trust };
}

function gapAt(id: string, at: number): StoredSample {
  return { id, at, gap: 'no-data' };
}

async function has(id: string, at: number): Promise<boolean> {
  return (await readSamples()).some((record) => record.id === id && record.at === at);
}

function readSamples(): Promise<StoredSample[]> {
  return storedSamples(popup);
}

async function seed(records: StoredSample[]): Promise<void> {
  await storeSamples(popup, records);
}
