import type { Page } from 'puppeteer-core';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { WORKBENCH } from '../tools/extension.ts';
import { until } from '../tools/until.ts';
import { above } from './alert-rules.ts';
import { priceOf } from './controls.ts';
import { BTC_USD } from './feeds.ts';
import { settled } from './page-output.ts';
import { startScene, type Scene } from './scene.ts';
import { allViews } from './views.ts';

const ALERT_ID = 'an-alert';
// The toolbar popup; a tab with a feed beside the list, which has columns.
const WIDTHS = { 'popup.html': [400, 1_200], 'options.html': [1_200] } as const;

// Only Chromium tells what moved.
describe.runIf(inject('browserKind') === 'chromium')('while a page loads, nothing moves', () => {
  let scene: Scene;

  beforeAll(async () => {
    // Figures that change while a page loads must move nothing either.
    scene = await startScene({ service: { updatesPerSecond: 1 } });
    await scene.connect();
    await scene.browser.storageSet('local', { alerts: [above(ALERT_ID, BTC_USD, '65000')] });
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
    const page = await openWatched(view, width);
    await settled(page);
    expect(await page.evaluate(moved)).toEqual([]);
    await scene.browser.closePage(page);
  });

  it('what moves would be found', async () => {
    const page = await openWatched('popup.html#alerts', 400);
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

  /** Opens a view in a window of this width from the start, and records what moves in it. */
  async function openWatched(view: string, width: number): Promise<Page> {
    const page = await scene.browser.openPage(WORKBENCH, { width, height: 700 });
    const { identifier } = await page.evaluateOnNewDocument(watchMovement);
    await page.goto(new URL(view, page.url()).href);
    await page.removeScriptToEvaluateOnNewDocument(identifier);
    return page;
  }
});

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
        if (to.y === from.y && to.right === from.right) continue;
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
