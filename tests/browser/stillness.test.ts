import type { Page } from 'puppeteer-core';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { t } from '../../lib/base/locale/t.ts';
import { BUILT_IN_SIGNERS_VERSION } from '../../lib/domain/signed-updates/trust/trust-fingerprint.ts';
import { WORKBENCH } from '../tools/extension.ts';
import { messageWithin } from '../tools/message-pattern.ts';
import { until } from '../tools/until.ts';
import { above } from './alert-rules.ts';
import { click, priceOf, says } from './controls.ts';
import { BTC_USD, ETH_USD } from './feeds.ts';
import { settled } from './page-output.ts';
import { startScene, type Scene } from './scene.ts';
import { allViews } from './views.ts';

const ALERT_ID = 'an-alert';
// The toolbar popup; a tab with a feed beside the list, which has columns.
const WIDTHS = { 'popup.html': [400, 1_200], 'options.html': [1_200] } as const;

const HELD = {
  [BTC_USD]: { quantity: '0.25', cost: null },
  [ETH_USD]: { quantity: '4', cost: null },
};

// Only Chromium reports what moved.
describe.runIf(inject('browserKind') === 'chromium')('while a page loads, nothing moves', () => {
  let scene: Scene;

  beforeAll(async () => {
    // Figures that change while a page loads must move nothing either.
    scene = await startScene({ service: { updatesPerSecond: 1 } });
    await scene.connect();
    await scene.browser.storageSet('local', {
      alerts: [above(ALERT_ID, BTC_USD, '65000')],
      holdings: HELD,
    });
    await priceOf(await scene.openPopup(), 'BTC/USD');
    await until(() => scene.browser.storageGet('local', 'catalogueStatus'), {
      what: 'the feed list',
    });
    await scene.closePages();
  });

  afterEach(() => scene.closePages());

  afterAll(() => scene?.end());

  it.for(
    allViews(ALERT_ID).flatMap((view) =>
      WIDTHS[view.startsWith('popup') ? 'popup.html' : 'options.html'].map(
        (width) => [view, width] as const,
      ),
    ),
  )('in %s at %i px', async ([view, width]) => {
    const page = await openWatched(scene, view, width);
    await settled(page);
    expect(await page.evaluate(moved)).toEqual([]);
    await scene.browser.closePage(page);
  });

  it('nor when the price of a holding is no longer verified', async () => {
    const page = await openWatched(scene, 'popup.html#holdings', 400);
    await settled(page);
    scene.service.setRate(0);
    const failed = {
      reason: { code: 'no-signed-price' },
      at: Date.now(),
      trust: BUILT_IN_SIGNERS_VERSION,
    };
    await scene.browser.storageSet('session', { failedChecks: { [ETH_USD]: failed } });
    const words = t('holdings.without', { names: 'ETH' });
    await page.waitForFunction((text) => document.body.innerText.includes(text), {}, words);
    expect(await page.evaluate(moved)).toEqual([]);
    await scene.browser.closePage(page);
  });

  it('what moves would be found', async () => {
    const page = await openWatched(scene, 'popup.html#alerts', 400);
    await settled(page);
    await until(
      async () => {
        await page.evaluate(moveContent);
        return (await page.evaluate(moved)).length > 0;
      },
      { what: 'the movement' },
    );
    await scene.browser.closePage(page);
  });
});

describe.runIf(inject('browserKind') === 'chromium')('nothing moves', () => {
  let scene: Scene;
  let page: Page;

  beforeAll(async () => {
    scene = await startScene({ browser: { keepsSamples: true } });
    page = await openWatched(scene, 'popup.html', 380);
    await priceOf(page, 'BTC/USD');
    await page.waitForSelector('[data-part="spark"]');
    await settled(page);
  });

  afterEach(async () => {
    expect(await page.evaluate(moved)).toEqual([]);
  });

  afterAll(() => scene?.end());

  it.for(['7d', '24h'] as const)('when the list changes to the period %s', async (period) => {
    await page.locator('[data-part="period"]').click();
    await click(page, 'menuitemradio', t(`period.${period}`));
    await page.locator(`[data-part="period"]::-p-text(${t(`row.period.${period}`)})`).wait();
    await settled(page);
  });

  it('when the pointer is on the line of a row, whose figures are those of that minute', async () => {
    const row = `[data-id="${BTC_USD}"]`;
    const now = await priceOf(page, 'BTC/USD');
    await page.locator(`${row} [data-part="spark"]`).hover();
    const past = await page.waitForSelector(`${row} [data-part="past-price"]`);
    expect(await past?.evaluate(({ textContent }) => textContent)).toMatch(/\d:\d\d.*%$/);
    expect(await past?.$eval('data', ({ value }) => value)).not.toBe(now);
    await page.locator(`${row} [data-part="name"]`).hover();
    await priceOf(page, 'BTC/USD');
  });

  it('when a row is opened, and the chart changes its period', async () => {
    await page.locator(`[data-id="${BTC_USD}"] a`).click();
    await page.waitForSelector('[data-view="feed"] [data-part="line"]');
    await settled(page);
    await click(page, 'button', t('row.period.7d'));
    await page.waitForSelector('[aria-pressed="true"]:not([data-loading])');
    await settled(page);
    await page.goBack();
    await page.waitForSelector('[data-part="watchlist"]');
  });

  it('when prices become live', async () => {
    await scene.browser.storageSet('local', {
      connection: { baseUrl: scene.service.url, headers: [] },
    });
    await says(page, t('footer.label'), messageWithin('connectionState.live'));
    await settled(page);
  });
});

/** Opens a view in a window of this width from the start, and records what moves in it. */
async function openWatched({ browser }: Scene, view: string, width: number): Promise<Page> {
  const page = await browser.openPage(WORKBENCH, { width, height: 700 });
  const { identifier } = await page.evaluateOnNewDocument(watchMovement);
  await page.goto(new URL(view, page.url()).href);
  await page.removeScriptToEvaluateOnNewDocument(identifier);
  return page;
}

// These run in the page.

interface Shift extends PerformanceEntry {
  sources: { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[];
}

function watchMovement(): void {
  const texts: string[] = [];
  Object.assign(globalThis, { movedTexts: texts });
  new PerformanceObserver((list) => {
    for (const { sources } of list.getEntries() as Shift[]) {
      for (const { node, previousRect: from, currentRect: to } of sources) {
        // A chart's axis grows by a few pixels with its labels.
        if (Math.abs(to.y - from.y) < 8 && Math.abs(to.x - from.x) < 8) continue;
        // What follows a live figure in its line moves by one or two of its digits.
        if (to.y === from.y && Math.abs(to.x - from.x) < 16) continue;
        // A figure whose end stayed in place: it lost or gained its sign.
        if (to.y === from.y && Math.abs(to.right - from.right) < 1) continue;
        texts.push(`${node?.textContent?.slice(0, 60)}: ${from.x},${from.y} to ${to.x},${to.y}`);
      }
    }
  }).observe({ type: 'layout-shift', buffered: true });
}

/** Each call moves it again: what was not painted before does not count as moved. */
function moveContent(): void {
  for (const { style } of document.querySelectorAll('main')) {
    style.paddingBlockStart = style.paddingBlockStart === '40px' ? '80px' : '40px';
  }
}

function moved(): string[] {
  return (globalThis as unknown as { movedTexts: string[] }).movedTexts;
}
