import type { Page } from 'puppeteer-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { t } from '../../lib/base/locale/t.ts';
import { trustInLocal } from '../price-service/test-signers.ts';
import { anyOf, messageWithin } from '../tools/message-pattern.ts';
import { until } from '../tools/until.ts';
import { faultsOf } from './axe-faults.ts';
import { click, says } from './controls.ts';
import { BTC_USD } from './feeds.ts';
import { settled } from './page-output.ts';
import { startScene, type Scene } from './scene.ts';
import { storedSamples, storeSamples, type StoredSample } from './stored-samples.ts';

const PUBLISHED = anyOf([
  messageWithin('priceAtTime.published.exactly'),
  messageWithin('priceAtTime.published.before'),
  messageWithin('priceAtTime.published.after'),
]);

let scene: Scene;

beforeAll(async () => {
  scene = await startScene({ service: { updatesPerSecond: 1 } });
  await scene.connect();
  await scene.browser.storageSet('local', { trust: trustInLocal('My service') });
  scene.service.setPrice(BTC_USD, { price: '6431245781203', conf: '1250000000', expo: -8 });
  // Those of the service would have to wait for the rate limit.
  const page = await scene.openPopup();
  await until(async () => (await storedSamples(page)).length > 0, { what: 'a first sample' });
  await storeSamples(page, samplesOfDay());
  await scene.closePages();
});

beforeEach(() => scene.resetRateLimit());

afterEach(() => scene.closePages());

afterAll(() => scene?.end());

it.each([
  [1_200, 800],
  [1_600, 900],
])('in a window of %i × %i, no fact is cut by the footer', async (width, height) => {
  const page = await openDetail();
  await page.setViewport({ width, height });
  await chartIsDrawn(page);
  await settled(page);
  const ends = await page.evaluate(endsOfFacts);
  expect(ends.length).toBeGreaterThan(4);
  expect(ends.filter(({ top, bottom, end }) => top < end && bottom > end)).toEqual([]);
});

describe('the chart', () => {
  it.each(['mouse', 'touch'] as const)(
    'follows the %s in its headline, and returns',
    async (kind) => {
      const page = await openDetail();
      await chartIsDrawn(page);
      const box = (await (await page.$('[data-part="chart"]'))!.boundingBox())!;
      const [x, y] = [box.x + 8, box.y + 100];
      const latest = await text(page, '[data-part="period-change"]');
      if (kind === 'mouse') await page.mouse.move(x, y);
      else {
        await page.touchscreen.touchStart(x + 40, y);
        await page.touchscreen.touchMove(x + 20, y);
        await page.touchscreen.touchMove(x, y);
      }
      await page.locator('[data-part="cursor"]').wait();
      await text(page, '[data-part="period-change"]', (all) => all !== latest);
      if (kind === 'mouse') await page.mouse.move(box.x + 20, box.y - 60);
      else await page.touchscreen.touchEnd();
      await until(async () => (await page.$('[data-part="cursor"]')) === null, {
        what: 'the latest price',
      });
      await text(page, '[data-part="period-change"]', (all) => all.includes(t('period.24h')));
    },
  );

  it('lets a level be pulled from its prices, and the notice does not cover the alert', async () => {
    const page = await openDetail();
    await chartIsDrawn(page);
    const box = (await (await page.$('[data-part="axis"]'))!.boundingBox())!;
    const x = box.x + box.width / 2;
    await page.mouse.move(x, box.y + 120);
    await page.mouse.down();
    await page.mouse.move(x, box.y + 30, { steps: 3 });
    await page.mouse.up();
    const field = await page.waitForSelector('[data-part="alert-sentence"] input');
    expect(await field!.evaluate((input) => input.value)).toMatch(/^[\d,.]+$/);
    const after = await page.$eval('[data-part="axis"]', (axis) => axis.getBoundingClientRect().y);
    expect(after, 'the chart stays where it is').toBe(box.y);
    await click(page, 'button', t('alerts.addButton'));
    const notice = await until(() => page.$('[data-part="toast"] > div'), { what: 'a notice' });
    const row = await until(() => page.$('[data-view="feed"] li[data-phase]'), {
      what: 'the alert',
    });
    const [over, under] = [(await notice.boundingBox())!, (await row.boundingBox())!];
    const isCovered = under.y + under.height > over.y && under.y < over.y + over.height;
    expect(isCovered, 'the notice covers the alert').toBe(false);
    await scene.browser.storageSet('local', { alerts: [] });
  });
});

it('has no violations in either theme, with all panels open', async () => {
  const page = await openDetail();
  await chartIsDrawn(page);
  await page.locator('[data-part="proof"] button').click();
  await says(page, t('proof.title'), messageWithin('proof.state.verified'));
  await openPriceAtTime(page);
  await click(page, 'button', t('priceAtTime.getButton'));
  await says(page, t('priceAtTime.title'), PUBLISHED);
  for (const scheme of ['light', 'dark'] as const) {
    await scene.browser.setColorScheme(page, scheme);
    expect(await faultsOf(page)).toEqual([]);
  }
});

it('no page failed or violated the content security policy', async () => {
  expect(await scene.browser.cspViolations()).toEqual([]);
  expect(scene.browser.pageErrors).toEqual([]);
});

// Runs in the page. Where each fact is, and where the view ends, in whole pixels.
function endsOfFacts(): { text: string | null; top: number; bottom: number; end: number }[] {
  const main = document.querySelector('[data-view="feed"] main');
  const end = Math.round(main?.getBoundingClientRect().bottom ?? 0);
  const facts = main?.querySelectorAll(':not(details *):is(dl > div, dl:not(:has(div)), li)') ?? [];
  return [...facts].map((fact) => {
    const { top, bottom } = fact.getBoundingClientRect();
    return { text: fact.textContent, top: Math.round(top), bottom: Math.round(bottom), end };
  });
}

/** One for each half hour. */
function samplesOfDay(): StoredSample[] {
  const last = Math.floor(Date.now() / 1_800_000) * 1_800;
  return Array.from({ length: 50 }, (_, place) => {
    const at = last - place * 1_800;
    const [price, conf] = [String(6_431_245 + (place % 7) * 9_000), '1250'];
    const ema = { emaPrice: price, emaConf: conf, emaExpo: -2 };
    return { id: BTC_USD, at, time: at, price, conf, expo: -2, ...ema };
  });
}

async function openDetail(): Promise<Page> {
  const page = await scene.openPopup();
  await page.evaluate((id) => {
    location.hash = `#feed/${id}`;
  }, BTC_USD);
  await page.locator('[data-part="exact-price"]').wait();
  return page;
}

async function openPriceAtTime(page: Page): Promise<void> {
  await click(page, 'button', t('priceAtTime.openButton'));
  await page.locator('input[type="datetime-local"]').wait();
}

/** Waits until the chart has a line. */
async function chartIsDrawn(page: Page): Promise<void> {
  await page.locator('[data-part="line"][d*="L"]').wait();
}

async function text(
  page: Page,
  selector: string,
  fits: (all: string) => boolean = () => true,
): Promise<string> {
  const found = await until(
    async () => {
      const all = await page.evaluate(readTexts, selector);
      const fit = all.find(fits);
      return fit === undefined ? undefined : { fit };
    },
    { what: `a fitting text in ${selector}` },
  );
  return found.fit;
}

// Runs in the page, without access to this module.
function readTexts(selector: string): string[] {
  return [...document.querySelectorAll(selector)].map((element) =>
    (element.textContent ?? '').replaceAll(/\s+/g, ' ').trim(),
  );
}
