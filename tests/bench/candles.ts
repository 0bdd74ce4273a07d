import type { Page } from 'puppeteer-core';
import { startHistoryService, type HistoryService } from '../history-service/server.ts';
import { POPUP_VIEWPORT } from '../tools/screenshots.ts';
import { until } from '../tools/until.ts';
import type { Bench } from './bench-kind.ts';
import { countFrames } from './count-frames.ts';
import { startBenchScene, type BenchScene } from './scene.ts';

const FEEDS = 20;
const BARS = 10_000;
const DAY = 86_400;
const LINE = '[data-part="spark"] > path:last-child';
const CHART = '[role="slider"]';
const PERIOD = '[aria-label="Period"] button';

/** Charts and lines that are drawn from a history service. */
export const candles: Bench = {
  name: 'candles',
  what: 'lines and charts of candles',
  async run({ quick }) {
    const scene = await startBenchScene({ feeds: FEEDS, updatesPerSecond: 2.5 });
    const history = await startHistoryService({ extraFeeds: FEEDS });
    try {
      const lines: number[] = [];
      for (let sample = 0; sample < (quick ? 3 : 7); sample += 1) {
        lines.push(await firstLines(scene, history));
      }
      const [id = ''] = history.requests.flatMap(({ ids }) => ids ?? []);
      const years = await yearCharts(scene, id, quick ? 3 : 9);
      const panned = await panBars(scene, history, id, quick ? 1 : 4);
      return [
        {
          name: `candle-lines-${FEEDS}`,
          what: `first opening to a line of at least 48 candles in each row in view, of ${FEEDS} feeds`,
          unit: 'ms',
          samples: lines,
        },
        { name: 'candle-year', what: 'click to the chart of a year', unit: 'ms', samples: years },
        {
          name: 'candle-frames',
          what: `frames per second while a chart of ${BARS} candles is panned`,
          unit: 'frames/s',
          samples: panned,
        },
      ];
    } finally {
      await history.close();
      await scene.end();
    }
  },
};

/** Milliseconds from the start of the page until the rows have lines, starting without candles. */
async function firstLines({ browser, open }: BenchScene, { url }: HistoryService): Promise<number> {
  await browser.storageSet('local', { historyServices: { 'service-0': null } });
  await until(async () => isEmpty(await browser.storageGet('local', 'candleLines')), {
    what: 'candles deleted',
  });
  await browser.storageSet('session', {
    candleBudget: { sentAt: [], pausedUntil: 0, isReduced: false },
  });
  await browser.storageSet('local', {
    historyServices: { 'service-0': { baseUrl: url, headers: [] } },
  });
  const page = await open('popup.html');
  const ms = await page.evaluate(
    (selector, rows) =>
      new Promise<number>((done) => {
        requestAnimationFrame(function look() {
          const drawn = [...document.querySelectorAll(selector)].filter(
            (path) => (path.getAttribute('d') ?? '').split('L').length >= 48,
          );
          const inView = [...document.querySelectorAll('[data-part="watchlist"] > li')].filter(
            (row) => row.getBoundingClientRect().top < innerHeight,
          );
          const wanted = Math.min(rows, inView.length);
          if (wanted > 0 && drawn.length >= wanted) done(performance.now());
          else requestAnimationFrame(look);
        });
      }),
    LINE,
    FEEDS,
  );
  await page.close();
  return ms;
}

function isEmpty(value: unknown): boolean {
  return JSON.stringify(value ?? {}) === '{}';
}

/** Milliseconds from the click until the chart of a year is drawn. */
async function yearCharts(scene: BenchScene, id: string, count: number): Promise<number[]> {
  const page = await openFeed(scene, id);
  const samples: number[] = [];
  for (let sample = 0; sample < count; sample += 1) {
    samples.push(await page.evaluate(clickUntilOther, PERIOD, '1y', CHART));
    await page.evaluate(clickUntilOther, PERIOD, '24h', CHART);
  }
  await page.close();
  return samples;
}

// This function runs in the page, so it cannot use anything outside itself.
function clickUntilOther(buttons: string, words: string, chart: string): Promise<number> {
  const start = performance.now();
  const all = [...document.querySelectorAll<HTMLElement>(buttons)];
  all.find(({ textContent }) => textContent === words)?.click();
  const label = () => document.querySelector(chart)?.getAttribute('aria-label') ?? null;
  const before = label();
  return new Promise((done) => {
    requestAnimationFrame(function look() {
      const isShown = label() !== null && label() !== before;
      // One more frame, in which it is painted.
      if (isShown) requestAnimationFrame(() => done(performance.now() - start));
      else requestAnimationFrame(look);
    });
  });
}

/** Frames per second while the chart of many candles is dragged back and forth. */
async function panBars(
  scene: BenchScene,
  history: HistoryService,
  id: string,
  count: number,
): Promise<number[]> {
  history.fail({ kind: 'status', status: 503 });
  const page = await openFeed(scene, id);
  await page.evaluate(storeBars, `${id} 1D`, BARS, DAY);
  await scene.browser.storageSet('session', { candlesStoredAt: Date.now() });
  await page.evaluate(clickUntilOther, PERIOD, 'All', CHART);
  await page.focus(CHART);
  // About a quarter of them are in view then.
  for (let times = 0; times < 2; times += 1) await page.keyboard.press('+');
  const box = await (await page.$(CHART))?.boundingBox();
  if (!box) throw new Error('The chart has no place.');
  const samples: number[] = [];
  for (let sample = 0; sample < count; sample += 1) {
    const counting = countFrames(page);
    await drag(page, { x: box.x + 20, y: box.y + box.height / 2 }, counting);
    samples.push((await counting).perSecond);
  }
  await page.close();
  return samples;
}

/** Drags back and forth until `ended` resolves. */
async function drag(
  page: Page,
  { x, y }: { x: number; y: number },
  ended: Promise<unknown>,
): Promise<void> {
  const state = { isOver: false };
  void ended.finally(() => {
    state.isOver = true;
  });
  await page.mouse.move(x, y);
  await page.mouse.down();
  for (let step = 0; !state.isOver; step += 1) {
    await page.mouse.move(x + Math.abs((step % 80) - 40) * 6, y);
  }
  await page.mouse.up();
}

// This function runs in the page, so it cannot use anything outside itself.
function storeBars(key: string, count: number, length: number): Promise<void> {
  const now = Math.floor(Date.now() / 1000);
  const last = Math.floor(now / length) * length;
  const bars = Array.from({ length: count }, (_, index) => {
    const start = last - (count - 1 - index) * length;
    const open = 6_000_000 + Math.round(900_000 * Math.sin(index / 40)) + ((index * 7919) % 9000);
    return `${start} ${open} 20000 20000 ${((index * 104_729) % 20_000) - 10_000}`;
  }).join(';');
  return new Promise((done, fail) => {
    const opening = indexedDB.open('candles');
    opening.addEventListener('error', () => fail(new Error('There is no database.')));
    opening.addEventListener('success', () => {
      const change = opening.result.transaction(['series'], 'readwrite');
      const series = { expo: -2, from: 0, to: now, storedAt: Date.now(), candles: bars };
      change.objectStore('series').put(series, key);
      change.addEventListener('complete', () => {
        opening.result.close();
        done();
      });
    });
  });
}

/** Opens the details of a feed and waits until its chart shows candles. */
async function openFeed({ browser }: BenchScene, id: string): Promise<Page> {
  const page = await browser.openPage(`popup.html#feed/${id}`, POPUP_VIEWPORT);
  await page.emulateFocusedPage(true);
  await page.waitForSelector('[data-part="candles"]');
  return page;
}
