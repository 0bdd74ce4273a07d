import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { t } from '../../lib/base/locale/t.ts';
import { messageWithin } from '../tools/message-pattern.ts';
import { until } from '../tools/until.ts';
import { appears, click, fill, priceOf, says } from './controls.ts';
import { startScene, type Scene } from './scene.ts';

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

it('offers the setup in the popup too', async () => {
  const popup = await scene.openPopup();
  // The browser's first tab, behind the welcome page: no frames are drawn there.
  await popup.bringToFront();
  await appears(popup, 'heading', t('welcome.title'));
  await appears(popup, 'textbox', t('token.label'));
});

it('leads from the install to live prices', async () => {
  await page.bringToFront();
  await page.locator(`::-p-text(${t('welcome.service.own')})`).click();
  await fill(page, 'textbox', t('connection.baseUrl'), scene.service.url);
  await fill(page, 'textbox', t('token.label'), 'wrong');
  await click(page, 'button', t('welcome.service.connectButton'));
  await says(
    page,
    t('connectionTest.label'),
    messageWithin('connectionTest.headline.tokenRejected'),
  );
  await fill(page, 'textbox', t('token.label'), 'key-1');
  await click(page, 'button', t('welcome.service.connectButton'));
  await page.locator(`::-p-text(${t('feed.assetType.metals')})`).click();
  await click(page, 'button', t('welcome.doneButton'));
  await page.locator(`::-p-text(${t('welcome.finished')})`).wait();

  const popup = await scene.openPopup();
  expect(await priceOf(popup, 'BTC/USD')).toMatch(/^\d+\.\d+$/);
  expect(await priceOf(popup, 'XAG/USD')).toMatch(/^\d+\.\d+$/);
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
