import type { Page } from 'puppeteer-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { t } from '../../lib/base/locale/t.ts';
import { until } from '../tools/until.ts';
import { faultsOf } from './axe-faults.ts';
import { appears, chooseInRow, click } from './controls.ts';
import { BTC_USD } from './feeds.ts';
import { startScene, type Scene } from './scene.ts';

const BTC = 'BTC/USD';
const TITLE = t('holding.title', { name: BTC });
const WORTH = 'dialog [data-part="worth"] b';
const HELD = { quantity: '0.123456789012345678', cost: { perUnit: '61000.25', currency: 'USD' } };

let scene: Scene;

beforeAll(async () => {
  scene = await startScene();
  await scene.connect();
});

afterEach(() => scene.closePages());

afterAll(() => scene?.end());

describe('a holding', () => {
  it('is entered with the keyboard alone, and is there when the popup is opened again', async () => {
    const popup = await openMenu();
    await chooseWithKeys(popup, t('holding.menuItem'));
    await appears(popup, 'dialog', TITLE);
    await popup.keyboard.type(HELD.quantity);
    await popup.keyboard.press('Tab');
    await popup.keyboard.type(HELD.cost.perUnit);
    await popup.locator(WORTH).wait();
    await popup.keyboard.press('Enter');
    await focusOnRow(popup);
    expect(await stored()).toEqual({ [BTC_USD]: HELD });

    await scene.closePages();
    const again = await scene.openPopup();
    await chooseInRow(again, BTC, t('holding.menuItem'));
    await appears(again, 'dialog', TITLE);
    expect(await typed(again)).toEqual([HELD.quantity, HELD.cost.perUnit]);
    await again.keyboard.press('Escape');
    await focusOnRow(again);
  });

  it.for(['light', 'dark'] as const)('is edited without faults in the %s theme', async (scheme) => {
    await scene.browser.storageSet('local', { holdings: { [BTC_USD]: HELD } });
    const popup = await scene.openPopup();
    await scene.browser.setColorScheme(popup, scheme);
    await chooseInRow(popup, BTC, t('holding.menuItem'));
    await popup.locator(WORTH).wait();
    expect(await faultsOf(popup)).toEqual([]);
    await popup.locator('dialog input').fill('x');
    await click(popup, 'button', t('common.saveButton'));
    await popup.locator('dialog input[aria-invalid="true"]').wait();
    expect(await faultsOf(popup)).toEqual([]);
  });
});

it('no page failed', () => {
  expect(scene.browser.pageErrors).toEqual([]);
});

async function openMenu(): Promise<Page> {
  const popup = await scene.openPopup();
  await popup.locator(`[data-id="${BTC_USD}"] [data-part="price"]`).wait();
  await popup.locator(`[data-id="${BTC_USD}"] [aria-haspopup="menu"]`).wait();
  await until(
    async () => {
      if (await popup.evaluate(() => document.activeElement !== document.body)) return true;
      await popup.keyboard.press('ArrowDown');
      return false;
    },
    { what: 'the focus on a row' },
  );
  await popup.keyboard.down('Shift');
  await popup.keyboard.press('F10');
  await popup.keyboard.up('Shift');
  await appears(popup, 'menu', t('row.menuLabel', { name: BTC }));
  return popup;
}

/** Moves to an item of the open menu. */
async function chooseWithKeys(page: Page, item: string): Promise<void> {
  await until(
    async () => {
      await page.keyboard.press('ArrowDown');
      return page.evaluate((text) => document.activeElement?.textContent === text, item);
    },
    { what: `the focus on ${item}` },
  );
  await page.keyboard.press('Enter');
}

async function focusOnRow(page: Page): Promise<void> {
  await until(() => page.$(`[data-id="${BTC_USD}"]:focus-within`), {
    what: 'the focus on the row',
  });
}

async function stored(): Promise<Record<string, unknown>> {
  return (await scene.browser.storageGet('local', 'holdings')) as Record<string, unknown>;
}

function typed(page: Page): Promise<string[]> {
  return page.$$eval('dialog input', (inputs) => inputs.map(({ value }) => value));
}
