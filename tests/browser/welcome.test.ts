import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { t } from '../../lib/base/locale/t.ts';
import { messageWithin } from '../tools/message-pattern.ts';
import { until } from '../tools/until.ts';
import { appears, click, fill, priceOf, says } from './controls.ts';
import { startScene, type Scene } from './scene.ts';

declare const chrome: {
  permissions: { getAll: () => Promise<{ data_collection?: string[] }> };
};

let scene: Scene;
let page: Page;

beforeAll(async () => {
  scene = await startScene({
    service: { requireHeader: { name: 'Authorization', value: 'Bearer key-1' } },
    browser: { keepsWelcome: true },
  });
  page = await until(() => scene.browser.findPage('options.html#welcome'), {
    what: 'the welcome page',
  });
});

afterAll(() => scene?.end());

it('leads from the install to live prices', async () => {
  await page.bringToFront();
  await page.evaluate(() => {
    location.hash = 'go-live';
  });
  await click(page, 'button', t('goLive.otherButton'));
  await page.locator(`::-p-text(${t('welcome.service.own')})`).click();
  await fill(page, 'textbox', t('connection.baseUrl'), scene.service.url);
  await fill(page, 'textbox', t('token.label'), 'wrong');
  await page.keyboard.press('Enter');
  await says(
    page,
    t('connectionTest.label'),
    messageWithin('connectionTest.headline.tokenRejected'),
  );
  await fill(page, 'textbox', t('token.label'), 'key-1');
  await click(page, 'button', t('welcome.service.connectButton'));
  await appears(page, 'heading', t('goLive.done.title'));

  const price = await until(() => page.evaluate(readPriceBeside), { what: 'a price in the list' });
  expect(price).toMatch(/^\d+\.\d+$/);
});

it.runIf(inject('browserKind') === 'firefox')(
  'asked Firefox for consent to send the token',
  async () => {
    const granted = await page.evaluate(() => chrome.permissions.getAll());
    expect(granted.data_collection).toEqual(['authenticationInfo']);
  },
);

it('opens the list in the popup, not a form', async () => {
  const popup = await scene.openPopup();
  expect(await priceOf(popup, 'BTC/USD')).toMatch(/^\d+\.\d+$/);
});

it('does not open again when another worker starts', async () => {
  await scene.openPopup();
  await page.close();
  await scene.browser.stopWorker();
  const before = scene.service.requests.length;
  const popup = await scene.openPopup();
  await until(() => scene.service.requests.length > before, { what: 'a request of a new worker' });
  expect(await priceOf(popup, 'BTC/USD')).toMatch(/^\d+\.\d+$/);
  expect(await scene.browser.findPage('options.html#welcome')).toBeUndefined();
});

// Runs in the page.
function readPriceBeside(): string | null | undefined {
  const list = document.querySelector('iframe')?.contentDocument;
  return list?.querySelector('li[aria-label="BTC/USD"] [data-part="price"]')?.getAttribute('value');
}
