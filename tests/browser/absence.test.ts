import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { t } from '../../lib/base/locale/t.ts';
import type { Firing } from '../../lib/domain/alerts/model/firing.ts';
import { startHistoryService, type HistoryService } from '../history-service/server.ts';
import { addPin, createPins } from '../price-service/market.ts';
import { startPriceService, type PriceService } from '../price-service/server.ts';
import { trustInLocal } from '../price-service/test-signers.ts';
import { findBrowser } from '../tools/browsers.ts';
import type { ExtensionBrowser } from '../tools/extension.ts';
import { createProfile, removeProfile } from '../tools/profiles.ts';
import { until } from '../tools/until.ts';
import { unversioned } from '../tools/unversioned.ts';
import { above } from './alert-rules.ts';
import { BTC_USD, ETH_USD } from './feeds.ts';
import { launchBrowser } from './scene.ts';

const SPIKE_MS = 3_000;
const MINUTE_MS = 60_000;
const BELOW = { price: '8000000000000', expo: -8 };
const ABOVE = { price: '8200000000000', expo: -8 };
const LEVEL = '81000';

// Both have the crossing of BTC/USD; only the candles have that of ETH/USD.
const pins = { signed: createPins(), candles: createPins() };

let profileDir: string;
let service: PriceService;
let history: HistoryService;
let browser: ExtensionBrowser | undefined;

beforeAll(async () => {
  profileDir = await createProfile(findBrowser(inject('browserKind')));
  const sinceMs = Date.now() - 3_600_000;
  for (const each of Object.values(pins)) {
    for (const id of [BTC_USD, ETH_USD]) addPin(each, id, { sinceMs, price: BELOW });
  }
  service = await startPriceService({ updatesPerSecond: 1, pins: pins.signed });
  history = await startHistoryService({ pins: pins.candles });
});

afterAll(async () => {
  await browser?.close();
  await history?.close();
  await service?.close();
  await removeProfile(profileDir);
});

it('alerts say what happened while the browser was closed', async () => {
  browser = await launchBrowser({ profileDir });
  await browser.storageSet('local', {
    connection: { baseUrl: service.url, headers: [] },
    historyServices: { first: { baseUrl: history.url, headers: [] } },
    trust: trustInLocal(),
    backgroundUpdates: 'live',
    watchlist: [BTC_USD, ETH_USD],
    alerts: [above('proven', BTC_USD, LEVEL), above('mentioned', ETH_USD, LEVEL)],
  });
  await until(isSaved, { what: 'prices and alerts to be saved' });
  await browser.close();
  // Not the minute in which alerts became active: its candle's high may be of an earlier price.
  const minute = Math.floor(Date.now() / MINUTE_MS);
  await until(() => Date.now() / MINUTE_MS >= minute + 1, { what: 'the next minute' });
  const endMs = spike([BTC_USD, ETH_USD]);
  await until(() => Date.now() > endMs, { what: 'the spike to be over' });

  browser = await launchBrowser({ profileDir });
  const found = await until(isTold, { what: 'a summary' });
  const [proven, mentioned] = ['proven', 'mentioned'].map((id) =>
    found.find(({ alertId }) => alertId === id),
  );
  expect(proven).toMatchObject({ missed: false, price: { price: ABOVE.price } });
  expect(proven!.at).toBeLessThan(endMs);
  expect(mentioned).toMatchObject({ missed: true });
  const popup = await browser.openPage('popup.html#alerts');
  await popup.locator(`::-p-text(${words('roseAbove', 'BTC/USD')})`).wait();
  await popup.locator(`::-p-text(${words('mayHaveRisen', 'ETH/USD')})`).wait();
});

const words = (key: 'roseAbove' | 'mayHaveRisen', name: string): string =>
  t(`alerts.event.${key}`, { name, level: '81,000' });

/** Prices are above the level from now on, for some seconds. Returns when that ends. */
function spike(inCandles: readonly string[]): number {
  const sinceMs = Date.now();
  for (const [each, ids] of [
    [pins.signed, [BTC_USD]],
    [pins.candles, inCandles],
  ] as const) {
    for (const id of ids) addPin(each, id, { sinceMs, price: ABOVE });
    for (const id of ids) addPin(each, id, { sinceMs: sinceMs + SPIKE_MS, price: BELOW });
  }
  return sinceMs + SPIKE_MS;
}

async function isSaved(): Promise<boolean> {
  const [prices, states] = await Promise.all([
    browser?.storageGet('local', 'lastKnown'),
    browser?.storageGet('local', 'alertStates'),
  ]);
  const stored = [prices, states].map((value) => JSON.stringify(value) ?? '');
  return stored.every((text) => text.includes(BTC_USD) && text.includes(ETH_USD));
}

/** What alerts found, once everything has been reported. */
async function isTold(): Promise<Firing[] | false> {
  const firings = unversioned(await browser?.storageGet('local', 'firings')) as Firing[];
  const isDone = firings.every(({ delivered }) => delivered !== 'pending');
  return firings.length === 2 && isDone && firings;
}
