import type { Page } from 'puppeteer-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { t } from '../../lib/base/locale/t.ts';
import { startHistoryService, type HistoryService } from '../history-service/server.ts';
import { messageWithin } from '../tools/message-pattern.ts';
import { until } from '../tools/until.ts';
import { faultsOf } from './axe-faults.ts';
import { click, priceOf } from './controls.ts';
import { BTC_USD, LISTED } from './feeds.ts';
import { startScene, type Scene } from './scene.ts';

const AUTHORIZATION = { name: 'Authorization', value: 'Bearer key-of-charts' };
// The candles of fifty years take seconds.
const SINCE = Date.UTC(2005, 0) / 1_000;
const SIGNED_BY_NOBODY = messageWithin('chart.candles');

let scene: Scene;
let history: HistoryService;

beforeAll(async () => {
  scene = await startScene();
  history = await startHistoryService({ requireHeader: AUTHORIZATION, since: SINCE });
  await scene.connect();
});

afterEach(async () => {
  history.clearFaults();
  await scene.closePages();
  await scene.browser.storageSet('local', { signatures: 'show', areCandlesticksDrawn: false });
});

afterAll(async () => {
  await history?.close();
  await scene?.end();
});

async function useHistory(): Promise<void> {
  const settings = { baseUrl: history.url, headers: [AUTHORIZATION] };
  await scene.browser.storageSet('local', { historyServices: { first: settings } });
}

function lines(page: Page): Promise<number[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('[data-part="spark"] > path:last-child')].map(
      (path) => (path.getAttribute('d') ?? '').split('L').length,
    ),
  );
}

function bodyText(page: Page): Promise<string> {
  return page.evaluate(() => document.querySelector('[data-view="feed"]')?.textContent ?? '');
}

/** Moves two fingers on the chart apart, to four times their distance. */
async function pinch(page: Page): Promise<void> {
  const { x, y } = (await (await page.$('[data-part="chart"]'))!.boundingBox())!;
  const left = await page.touchscreen.touchStart(x + 120, y + 100);
  const right = await page.touchscreen.touchStart(x + 160, y + 100);
  await left.move(x + 60, y + 100);
  await right.move(x + 220, y + 100);
  await left.end();
  await right.end();
}

/** The years on the time axis. */
function yearsOf(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('[data-view="feed"] svg text')]
      .map(({ textContent }) => textContent ?? '')
      .filter((text) => /^20\d\d$/.test(text)),
  );
}

async function yearsShown(page: Page): Promise<number> {
  const years = await yearsOf(page);
  return Number(years.at(-1)) - Number(years[0]);
}

/** Waits for the chart of all candles: a year of them is there before. */
async function allCandles(page: Page): Promise<void> {
  await until(async () => (await yearsOf(page)).some((year) => year < '2015'), {
    what: 'candles of another decade',
  });
}

async function says(page: Page, what: RegExp): Promise<void> {
  await until(async () => what.test(await bodyText(page)), { what: String(what) });
}

describe('candles', () => {
  it('draw the lines of all rows in view, and ask with the headers of their service', async () => {
    const popup = await scene.openPopup();
    await priceOf(popup, 'BTC/USD');
    await useHistory();
    // Rows of markets that are open all day; what a session's line has depends on the time.
    await until(async () => (await lines(popup)).slice(0, 2).every((points) => points >= 48), {
      what: 'a line of at least 48 points in the rows of two cryptocurrencies',
    });
    await until(async () => (await lines(popup)).length === LISTED.length, {
      what: 'a line in each row',
    });
    const asked = history.requests.filter(({ path }) => path === '/history');
    expect(asked.every(({ headers }) => headers['authorization'])).toBe(true);
  });

  it('draw a chart with pan and zoom, name their source, and reach further back than a year', async () => {
    await useHistory();
    const page = await scene.openPopup(`#feed/${BTC_USD}`);
    await says(page, SIGNED_BY_NOBODY);
    await click(page, 'button', t('row.period.1y'));
    await says(page, SIGNED_BY_NOBODY);
    await click(page, 'button', t('row.period.all'));
    await allCandles(page);
    const before = await yearsShown(page);
    await pinch(page);
    await until(async () => (await yearsShown(page)) < before / 2, { what: 'a shorter time' });
    await click(page, 'button', t('chart.candlesticksButton'));
    await page.focus('[data-part="chart"]');
    await page.keyboard.press('+');
    await page.keyboard.press('Home');
    await says(page, messageWithin('chart.candleFigures'));
    expect(await faultsOf(page)).toEqual([]);
  });

  it('stay when the service is gone', async () => {
    await useHistory();
    const openYear = async (): Promise<void> => {
      const page = await scene.openPopup(`#feed/${BTC_USD}`);
      await click(page, 'button', t('row.period.1y'));
      await says(page, SIGNED_BY_NOBODY);
    };
    await openYear();
    await scene.closePages();
    history.fail({ kind: 'reset', where: 'before' });
    await openYear();
  });
});
