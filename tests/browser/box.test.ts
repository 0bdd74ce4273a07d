import type { Page } from 'puppeteer-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { t } from '../../lib/base/locale/t.ts';
import { until } from '../tools/until.ts';
import { unversioned } from '../tools/unversioned.ts';
import { click, fill } from './controls.ts';
import { BTC_USD, LISTED } from './feeds.ts';
import { startScene, type Scene } from './scene.ts';

let scene: Scene;
let popup: Page;

beforeAll(async () => {
  scene = await startScene();
  scene.service.setPrice(BTC_USD, { price: '8130326', conf: '100', expo: -2 });
  await scene.connect();
  await until(() => scene.browser.storageGet('local', 'catalogueStatus'), { what: 'the catalog' });
});

beforeEach(async () => {
  await scene.resetRateLimit();
  popup = await scene.openPopup();
});
afterEach(() => scene.closePages());
afterAll(() => scene?.end());

it('alerts at a level, and Undo removes the alert', async () => {
  await type('btc 85k', 'Alert me when BTC/USD rises above 85,000');
  await popup.keyboard.press('Enter');
  await until(async () => (await rules()).length === 1, { what: 'the alert' });
  expect((await rules())[0]).toMatchObject({
    feedId: BTC_USD,
    trigger: { kind: 'crosses', direction: 'above', level: '85000' },
    repeat: { mode: 'once' },
  });
  await click(popup, 'button', t('common.undoButton'));
  await until(async () => (await rules()).length === 0, { what: 'the alert to be gone' });
});

it('adds a list, and Undo removes it', async () => {
  await type('sol, doge, btc', 'Add 2 prices');
  await popup.keyboard.press('Enter');
  await until(async () => (await followed()).length === LISTED.length + 2, { what: 'the prices' });
  await click(popup, 'button', t('common.undoButton'));
  await until(async () => (await followed()).length === LISTED.length, { what: 'the old list' });
});

it('no page failed or violated the content security policy', async () => {
  expect(scene.browser.pageErrors).toEqual([]);
  expect(await scene.browser.cspViolations()).toEqual([]);
});

/** Types into the box, and waits until this is what Enter does. */
async function type(text: string, first: string): Promise<void> {
  await popup.keyboard.press('/');
  await fill(popup, 'searchbox', t('search.label'), text);
  await until(async () => (await popup.evaluate(readFirst)) === first, { what: first });
}

function readFirst(): string | null | undefined {
  return document.querySelector('[role="option"][data-active] b')?.textContent;
}

async function rules(): Promise<unknown[]> {
  return unversioned(await scene.browser.storageGet('local', 'alerts'));
}

async function followed(): Promise<string[]> {
  return ((await scene.browser.storageGet('local', 'watchlist')) ?? []) as string[];
}
