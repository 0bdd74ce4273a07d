import type { Page } from 'puppeteer-core';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { t } from '../../lib/base/locale/t.ts';
import { faultsOf } from './axe-faults.ts';
import { appears, chooseInDetail, chooseInRow, click, fill, priceOf } from './controls.ts';
import { startScene, type Scene } from './scene.ts';
import { above, armed, history } from './alert-rules.ts';
import { BTC_USD, ETH_USD } from './feeds.ts';
import { chooseFile } from './saved-files.ts';
import { targetFaults } from './target-faults.ts';
import { allViews } from './views.ts';
import { settled } from './page-output.ts';
import { until } from '../tools/until.ts';

const ALERT_ID = 'an-alert';
const BACKUP = JSON.stringify({
  format: 'pricelight-backup',
  version: 4,
  createdAt: '2026-11-21T07:20:15.000Z',
  watchlist: [{ id: 'ab'.repeat(32), attributes: null }],
});
const BELOW = { price: '64321', conf: '12', expo: 0 };
// Elements that can be selected among others of their kind.
const CHOSEN = '[role="tab"][aria-selected="true"], label:has(> :checked) > span';

let scene: Scene;

beforeAll(async () => {
  scene = await startScene();
  await scene.connect();
  scene.service.setPrice(BTC_USD, BELOW);
  await scene.browser.storageSet('local', {
    alerts: [above(ALERT_ID, BTC_USD, '65000'), above('another', BTC_USD, '70000')],
    groups: [{ id: 'g', name: 'Mine', feedIds: [BTC_USD] }],
    holdings: {
      [BTC_USD]: { quantity: '0.5', cost: { perUnit: '50000', currency: 'USD' } },
      [ETH_USD]: { quantity: '-2', cost: null },
    },
    valuesShown: true,
  });
  const popup = await scene.openPopup();
  await armed(scene, BTC_USD, ALERT_ID);
  scene.service.setPrice(BTC_USD, { ...BELOW, price: '65432' });
  await until(async () => (await history(scene)).length > 0, { what: 'a triggered alert' });
  await priceOf(popup, 'AAPL/USD');
  // A changing price would make axe measure the colors of an animation.
  scene.service.setRate(0);
  await scene.closePages();
});

afterEach(() => scene.closePages());

afterAll(() => scene?.end());

it.each(allViews(ALERT_ID))(
  '%s has no violations in either theme, and large enough targets',
  async (view) => {
    const page = await open(view);
    expect.soft(await targetFaults(page)).toEqual([]);
    await expectNoFaults(page);
    await scene.browser.closePage(page);
  },
);

const openInRow = (item: string) => (page: Page) => chooseInRow(page, 'BTC/USD', item);

// What opens in a view, and what then shows that it is open.
const OPENED: [name: string, view: string, open: (page: Page) => Promise<void>, shows: string][] = [
  [
    'the menu of a row',
    'popup.html',
    (page) => click(page, 'button', t('row.menuLabel', { name: 'BTC/USD' })),
    '[role="menuitem"]',
  ],
  [
    'the menu of the list',
    'popup.html',
    (page) => click(page, 'button', t('popup.viewButton')),
    '[role="menuitemradio"]',
  ],
  ['the field of a display name', 'popup.html', openInRow(t('row.menu.rename')), 'dialog input'],
  [
    'the search',
    'popup.html',
    (page) => fill(page, 'searchbox', t('search.label'), 'usd'),
    '[role="option"]',
  ],
  [
    'a holding that cannot be saved',
    'popup.html',
    async (page) => {
      await openInRow(t('holding.menuItem'))(page);
      await page.locator('dialog [data-part="worth"] b').wait();
      await page.locator('dialog input').fill('x');
      await click(page, 'button', t('common.saveButton'));
    },
    'dialog input[aria-invalid="true"]',
  ],
  [
    'the export of a feed',
    `popup.html#feed/${BTC_USD}`,
    (page) => chooseInDetail(page, 'BTC/USD', t('export.openButton')),
    '[data-part="preview"] img',
  ],
  [
    'the export of the watchlist',
    'options.html#data',
    (page) => click(page, 'button', t('export.openButton')),
    '[data-part="preview"] img',
  ],
  [
    'the review of a backup',
    'options.html#backup',
    async (page) => {
      await page.locator('input[type="file"]').wait();
      await chooseFile(page, 'backup.json', BACKUP);
    },
    '[data-part="changes"] li',
  ],
  [
    'the form of a second service',
    'options.html#connection',
    async (page) => {
      await click(page, 'button', t('services.addButton'));
      await click(page, 'radio', t('welcome.service.own'));
    },
    `::-p-text(${t('services.addButton')})`,
  ],
];

it.each(OPENED)('%s has no violations in either theme', async (_, view, openPart, shows) => {
  const page = await open(view);
  await openPart(page);
  await page.locator(shows).wait();
  await expectNoFaults(page);
  await scene.browser.closePage(page);
});

async function open(view: string): Promise<Page> {
  const width = view.startsWith('popup') ? 380 : 1_000;
  const page = await scene.browser.openPage(view, { width, height: 700 });
  await settled(page);
  return page;
}

async function expectNoFaults(page: Page): Promise<void> {
  for (const scheme of ['light', 'dark'] as const) {
    await scene.browser.setColorScheme(page, scheme);
    expect.soft(await faultsOf(page), scheme).toEqual([]);
  }
}

it('a color that is too faint in one theme would be found', async () => {
  const popup = await scene.openPopup();
  await priceOf(popup, 'BTC/USD');
  await popup.addStyleTag({
    content: '@media (prefers-color-scheme: dark) { header * { color: #333 !important } }',
  });
  await scene.browser.setColorScheme(popup, 'dark');
  expect(await faultsOf(popup)).not.toEqual([]);
});

it('targets that are too small would be found', async () => {
  const popup = await scene.openPopup();
  await appears(popup, 'button', t('popup.addFeedButton'));
  await popup.addStyleTag({
    content: 'header button { width: 20px !important; height: 20px !important }',
  });
  expect(await targetFaults(popup)).toContain(`20 × 20: ${t('popup.addFeedButton')}`);
});

describe('with forced colors', () => {
  // Firefox's driver cannot force colors.
  it.skipIf(inject('browserKind') === 'firefox')(
    'the choices and states of the popup stay visible',
    async () => {
      const popup = await scene.openPopup();
      await priceOf(popup, 'AAPL/USD');
      const before = await popup.evaluate(readColors, CHOSEN);
      const session = await popup.createCDPSession();
      await session.send('Emulation.setEmulatedMedia', {
        features: [{ name: 'forced-colors', value: 'active' }],
      });
      expect(before.isForced).toBe(false);
      const { isForced, chosen, others } = await popup.evaluate(readColors, CHOSEN);
      expect(isForced).toBe(true);
      expect(chosen.length).toBeGreaterThan(0);
      for (const color of chosen) expect(others).not.toContain(color);
      await session.detach();
    },
  );
});

it('no page failed or violated the content security policy', async () => {
  expect(await scene.browser.cspViolations()).toEqual([]);
  expect(scene.browser.pageErrors).toEqual([]);
});

// Runs in the page.
function readColors(chosen: string): { isForced: boolean; chosen: string[]; others: string[] } {
  const colorsOf = (elements: Element[]): string[] =>
    elements.map((element) => {
      const { backgroundColor, borderColor } = getComputedStyle(element);
      return `${backgroundColor} ${borderColor}`;
    });
  const all = [
    ...document.querySelectorAll('[role="tab"], label:has(> :is([type="radio"])) > span'),
  ];
  return {
    isForced: matchMedia('(forced-colors: active)').matches,
    chosen: colorsOf(all.filter((element) => element.matches(chosen))),
    others: colorsOf(all.filter((element) => !element.matches(chosen))),
  };
}
