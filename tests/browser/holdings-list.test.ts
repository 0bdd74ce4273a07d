import type { Page } from 'puppeteer-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { trustInLocal } from '../price-service/test-signers.ts';
import { faultsOf } from './axe-faults.ts';
import { BTC_USD, ETH_USD } from './feeds.ts';
import { settled } from './page-output.ts';
import { startScene, type Scene } from './scene.ts';
import { targetFaults } from './target-faults.ts';
import { textFaults } from './text-faults.ts';

const TOTAL = 'a[data-part="holdings-total"]';
const TABLE = 'table';
const VALUE = `[data-id="${BTC_USD}"] [data-part="value"]`;

let scene: Scene;

beforeAll(async () => {
  scene = await startScene({ service: { updatesPerSecond: 0 } });
  scene.service.setPrice(BTC_USD, { price: '6000000000000', expo: -8, conf: '1000000000' });
  scene.service.setPrice(ETH_USD, { price: '300000000000', expo: -8, conf: '0' });
  await scene.connect();
  await scene.browser.storageSet('local', { trust: trustInLocal() });
});

beforeEach(() =>
  scene.browser.storageSet('local', {
    holdings: {
      [BTC_USD]: { quantity: '0.5', cost: { perUnit: '50000', currency: 'USD' } },
      [ETH_USD]: { quantity: '-2', cost: null },
    },
    amountsHidden: false,
    valuesShown: false,
  }),
);

afterEach(() => scene.closePages());

afterAll(() => scene?.end());

describe('holdings', () => {
  it('have a total below the list, which leads to all of them', async () => {
    const popup = await scene.openPopup();
    await waitForText(popup, TOTAL, '24,000');
    await popup.locator(TOTAL).click();
    await waitForText(popup, TABLE, '30,000');
    expect(await popup.$$eval('tbody tr', (rows) => rows.map((row) => row.dataset['id']))).toEqual([
      BTC_USD,
      ETH_USD,
    ]);
  });

  it.for(['light', 'dark'] as const)('are accessible in the %s theme', async (theme) => {
    await scene.browser.storageSet('local', { valuesShown: true });
    for (const hash of ['', '#holdings']) {
      const popup = await scene.openPopup(hash);
      await scene.browser.setColorScheme(popup, theme);
      await waitForText(popup, hash === '' ? VALUE : TABLE, '30,000');
      await settled(popup);
      expect(await faultsOf(popup)).toEqual([]);
    }
  });

  it.for([280, 380, 800])('can be read at %i px', async (width) => {
    await scene.browser.storageSet('local', { valuesShown: true });
    for (const hash of ['', '#holdings']) {
      const popup = await scene.openPopup(hash);
      await popup.setViewport({ width, height: 600 });
      await waitForText(popup, hash === '' ? VALUE : TABLE, '30,000');
      await settled(popup);
      // The body asks for the toolbar popup’s width, whatever the page gets.
      const faults = await textFaults(popup);
      expect(faults.filter((fault) => !fault.startsWith('wider than'))).toEqual([]);
      expect(await targetFaults(popup)).toEqual([]);
    }
  });
});

async function waitForText(page: Page, selector: string, text: string): Promise<void> {
  await page.waitForFunction(
    (where, what) => document.querySelector(where)?.textContent.includes(what) ?? false,
    {},
    selector,
    text,
  );
}
