import type { Page } from 'puppeteer-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { formatDuration } from '../../lib/base/locale/format-duration.ts';
import { t } from '../../lib/base/locale/t.ts';
import { startHistoryService, type HistoryService } from '../history-service/server.ts';
import { addPin, createPins } from '../price-service/market.ts';
import { messageWithin } from '../tools/message-pattern.ts';
import { until } from '../tools/until.ts';
import { faultsOf } from './axe-faults.ts';
import { click, fill, priceOf } from './controls.ts';
import { BTC_USD, ETH_USD } from './feeds.ts';
import { startScene, type Scene } from './scene.ts';

const REHEARSAL = '[data-part="rehearsal"]';
const SPAN = { span: formatDuration(30 * 86_400, 'long') };
const NEVER = messageWithin('rehearsal.never');
const ONCE = messageWithin('rehearsal.once');
// It depends on the day whether the walk of BTC/USD reached the level that the form suggests.
const EITHER = new RegExp(`${NEVER.source}|${ONCE.source}`);
const WEEKLY = messageWithin('rehearsal.weekly');

const HOUR_MS = 3_600_000;

// ETH/USD is below 2,000, and above for five hours every five days, so a level has known crossings.
const pins = createPins();

let scene: Scene;
let history: HistoryService;

beforeAll(async () => {
  for (let hours = 32 * 24; hours > 0; hours -= 5 * 24) {
    for (const [price, after] of [
      ['195000000000', 0],
      ['215000000000', 60],
      ['195000000000', 65],
    ] as const) {
      addPin(pins, ETH_USD, {
        price: { price, expo: -8 },
        sinceMs: Date.now() - (hours - after) * HOUR_MS,
      });
    }
  }
  scene = await startScene({ service: { pins } });
  history = await startHistoryService({ pins });
  await scene.connect();
  await priceOf(await scene.openPopup(), 'BTC/USD');
});

afterEach(() => scene.closePages());

afterAll(async () => {
  await history?.close();
  await scene?.end();
});

/** Waits until the form's rehearsal has a result. */
async function says(page: Page, what: RegExp): Promise<void> {
  let text = '';
  await until(
    async () => {
      text = await page.$eval(REHEARSAL, (element) => element.textContent ?? '');
      return what.test(text) && !(await page.$(`${REHEARSAL}[data-late]`));
    },
    { what: `${String(what)} in a rehearsal` },
  );
}

function minuteRequests(): number {
  const queries = history.requests.map(({ query }) => new URLSearchParams(query));
  return queries.filter((of) => of.get('resolution') === '1').length;
}

// Runs in the page, without access to this module.
async function hasMinutes(key: string): Promise<boolean> {
  const names = (await indexedDB.databases()).map(({ name }) => name);
  if (!names.includes('candles')) return false;
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open('candles');
    opening.addEventListener('error', () => reject(opening.error));
    opening.addEventListener('success', () => {
      const counting = opening.result.transaction('series').objectStore('series').count(key);
      counting.addEventListener('success', () => {
        opening.result.close();
        resolve(counting.result > 0);
      });
    });
  });
}

describe('a rehearsal', () => {
  it('says how often an alert would have triggered, and asks for nothing while one types', async () => {
    const settings = { baseUrl: history.url, headers: [] };
    await scene.browser.storageSet('local', { historyServices: { first: settings } });
    const page = await scene.openPopup(`#alerts/new/${BTC_USD}`);
    await says(page, EITHER);
    // A busy machine may have to ask twice, from another minute on.
    await until(() => page.evaluate(hasMinutes, `${BTC_USD} rehearsal`), { what: 'all minutes' });
    const asked = minuteRequests();
    expect(asked).toBeGreaterThanOrEqual(3);
    await says(page, WEEKLY);
    await fill(page, 'textbox', t('alertForm.levelLabel'), '999999');
    await says(page, NEVER);
    expect(await faultsOf(page)).toEqual([]);
    await page.focus(`${REHEARSAL} > button`);
    await page.keyboard.press('Enter');
    await says(page, ONCE);
    expect(await page.$eval(REHEARSAL, (element) => element === document.activeElement)).toBe(true);

    await page.$eval('details', (element) => element.setAttribute('open', ''));
    await page.select('details select', '86400');
    await says(page, messageWithin('rehearsal.last', SPAN));
    await page.select('form select', 'moves');
    await page.select('details select', '60');
    await fill(page, 'textbox', t('alertForm.atLeastLabel'), '0.1');
    await says(page, messageWithin('rehearsal.tooOften'));
    expect(minuteRequests()).toBe(asked);
  });

  it('marks on the chart when a pulled level would have triggered', async () => {
    const page = await scene.openPopup(`#feed/${ETH_USD}`);
    await page.waitForSelector('[data-part="candles"]');
    await click(page, 'button', '30d');
    await page.waitForSelector(`[data-part="chart"][aria-label*="${t('period.30d')}"]`);
    await page.focus('[data-part="chart"]');
    await page.keyboard.press('Enter');
    await says(page, NEVER);
    await page.locator(`${REHEARSAL} > button`).click();
    await says(page, ONCE);
    await page.waitForSelector('[data-part="mark"]:not([data-later])');
    const marks = await page.$$('[data-part="mark"]');
    expect(marks.length).toBeGreaterThanOrEqual(3);
    expect(await faultsOf(page)).toEqual([]);
  });
});
