import type { ElementHandle, Page } from 'puppeteer-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { messagePattern } from '../tools/message-pattern.ts';
import { until } from '../tools/until.ts';
import { unversioned } from '../tools/unversioned.ts';
import { above } from './alert-rules.ts';
import { faultsOf } from './axe-faults.ts';
import { BTC_USD } from './feeds.ts';
import { startScene, type Scene } from './scene.ts';

interface StoredAlert {
  trigger: { level: string };
}

// The chart of a constant price shows four times its confidence: 63,968 to 64,032.
const NEAR = '64010';
const FAR = '165373.66';

let scene: Scene;

beforeAll(async () => {
  scene = await startScene();
  // Past prices would differ from the constant one.
  scene.service.fail({ kind: 'status', status: 500, path: /\/price\/\d+$/ });
  // Before the first price: another one would widen the chart.
  scene.service.setPrice(BTC_USD, { price: '6400000000000', conf: '1600000000', expo: -8 });
  await scene.connect();
});

beforeEach(() => scene.resetRateLimit());
afterEach(() => scene.closePages());
afterAll(() => scene?.end());

describe('an alert’s level on the chart', () => {
  it('is dragged with a finger', async () => {
    const page = await openWith(NEAR);
    const { x, y } = await centerOf(await lineOf(page));
    await page.touchscreen.touchStart(x, y);
    await page.touchscreen.touchMove(x, y - 8);
    await page.touchscreen.touchMove(x, y - 16);
    await page.touchscreen.touchEnd();
    await until(async () => Number(await storedLevel()) > Number(NEAR), {
      what: 'a higher level to be stored',
    });
  });

  it('far from the price is a marker at the edge, and the prices stay readable', async () => {
    const page = await openWith(FAR);
    const line = await lineOf(page);
    expect(await line.evaluate((element) => element.dataset['beyond'])).toBe('above');
    const chart = await page.$eval('[data-part="chart"]', (element) =>
      element.getBoundingClientRect().toJSON(),
    );
    // Measured together, because the view may still slide in.
    const gap = await line.$eval('span', (tag) => {
      const drawn = document.querySelector('[data-part="chart"]')?.getBoundingClientRect();
      return tag.getBoundingClientRect().left - (drawn?.right ?? Infinity);
    });
    expect(gap, 'it must not cover the line').toBeGreaterThanOrEqual(0);
    const { y } = await centerOf(line);
    expect(y).toBeGreaterThanOrEqual(chart.top);
    expect(y).toBeLessThan(chart.top + 30);
    const top = await line.evaluate((element) => element.getBoundingClientRect().top);
    expect(top, 'it must not cover what is above the chart').toBeGreaterThanOrEqual(chart.top);
    await line.focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await until(async () => Number(await storedLevel()) < Number(FAR), {
      what: 'the level to be stored',
    });
  });

  it('is accessible', async () => {
    const page = await openWith(NEAR);
    const line = await lineOf(page);
    const words = await line.evaluate((element) => element.getAttribute('aria-valuetext') ?? '');
    expect(words).toMatch(
      messagePattern('chart.level.above', { level: '64,010', percent: /\d\.\d\d%/ }),
    );
    const size = await line.evaluate((element) => element.getBoundingClientRect().height);
    expect(size).toBeGreaterThanOrEqual(24);
    expect(await faultsOf(page)).toEqual([]);
  });
});

it('no page failed or violated the content security policy', async () => {
  expect(await scene.browser.cspViolations()).toEqual([]);
  expect(scene.browser.pageErrors).toEqual([]);
});

async function openWith(level: string): Promise<Page> {
  await scene.browser.storageSet('local', { alerts: [above('level', BTC_USD, level)] });
  return scene.openPopup(`#feed/${BTC_USD}`);
}

async function lineOf(page: Page): Promise<ElementHandle<HTMLElement>> {
  return page.locator('[data-alert="level"][role="slider"]').waitHandle() as Promise<
    ElementHandle<HTMLElement>
  >;
}

/** The middle of the line's label. */
async function centerOf(line: ElementHandle<HTMLElement>): Promise<{ x: number; y: number }> {
  return line.$eval('span', (label) => {
    const { left, top, width, height } = label.getBoundingClientRect();
    return { x: Math.round(left + width / 2), y: Math.round(top + height / 2) };
  });
}

async function storedLevel(): Promise<string | undefined> {
  const [alert] = unversioned(await scene.browser.storageGet('local', 'alerts')) as StoredAlert[];
  return alert?.trigger.level;
}
