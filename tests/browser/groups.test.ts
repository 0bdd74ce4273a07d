import type { Page } from 'puppeteer-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { FIRST_DEFAULT_FEEDS } from '../../lib/domain/watchlist/default-feeds.ts';
import { t } from '../../lib/base/locale/t.ts';
import { until } from '../tools/until.ts';
import { faultsOf } from './axe-faults.ts';
import { appears, click, clickFound, clickInRow, fill, viewButton } from './controls.ts';
import { LISTED_SYMBOLS } from './feeds.ts';
import { order } from './moved-rows.ts';
import { RATE, startScene, type Scene } from './scene.ts';

const [BTC, ETH] = LISTED_SYMBOLS as [string, string];
const ALL = t('group.all');
const VIEW = { groupId: null, sort: 'hand', density: 'comfortable', changePeriod: '24h' };

let scene: Scene;

beforeAll(async () => {
  scene = await startScene();
  await scene.connect();
});

beforeEach(async () => {
  await scene.browser.storageSet('local', {
    watchlist: FIRST_DEFAULT_FEEDS.map(({ id }) => id),
    followedFeeds: Object.fromEntries(
      FIRST_DEFAULT_FEEDS.map(({ id, attributes }) => [id, attributes]),
    ),
    groups: [],
    rowNames: {},
    listView: VIEW,
  });
});

afterEach(async () => {
  scene.service.setRate(RATE);
  await scene.closePages();
});

afterAll(() => scene?.end());

describe('groups', () => {
  it('can be created, filled, shown, renamed, moved and deleted', async () => {
    const popup = await scene.openPopup();
    await newGroup(popup, 'Coins');
    await appears(popup, 'heading', t('popup.empty.groupTitle', { group: 'Coins' }));
    await fill(popup, 'searchbox', t('search.label'), 'solana');
    await clickFound(popup, 'SOL/USD');
    await popup.keyboard.press('Escape');
    await order(popup, ['SOL/USD']);

    await click(popup, 'tab', ALL);
    await order(popup, [...LISTED_SYMBOLS, 'SOL/USD']);
    await clickInRow(popup, BTC, t('row.menuLabel', { name: BTC }));
    await click(popup, 'menuitemcheckbox', 'Coins');
    await popup.keyboard.press('Escape');
    await newGroup(popup, 'Metals');
    await tabs(popup, [ALL, 'Coins', 'Metals']);

    await click(popup, 'tab', 'Coins');
    await order(popup, ['SOL/USD', BTC]);
    await popup.keyboard.down('Control');
    await popup.keyboard.down('Shift');
    await popup.keyboard.press('ArrowRight');
    await popup.keyboard.up('Shift');
    await popup.keyboard.up('Control');
    await tabs(popup, [ALL, 'Metals', 'Coins']);
    await popup.keyboard.press('F2');
    await fill(popup, 'textbox', t('group.nameLabel'), 'Crypto');
    await popup.keyboard.press('Enter');
    await tabs(popup, [ALL, 'Metals', 'Crypto']);

    await click(popup, 'tab', 'Crypto');
    await popup.keyboard.press('Delete');
    await tabs(popup, [ALL, 'Metals']);
    await click(popup, 'button', t('common.undoButton'));
    await tabs(popup, [ALL, 'Metals', 'Crypto']);
    await order(popup, ['SOL/USD', BTC]);
  });
});

describe.for(['light', 'dark'] as const)('in the %s theme', (scheme) => {
  it('tabs, menus, dialog, search and density have no violations', async () => {
    await scene.browser.storageSet('local', {
      groups: [{ id: 'g', name: 'Mine', feedIds: [idOf(BTC)] }],
      listView: { ...VIEW, density: 'compact' },
    });
    const popup = await scene.openPopup();
    await order(popup, LISTED_SYMBOLS);
    scene.service.setRate(0);
    await scene.browser.setColorScheme(popup, scheme);
    expect(await faultsOf(popup)).toEqual([]);

    await clickInRow(popup, ETH, t('row.menuLabel', { name: ETH }));
    await appears(popup, 'menuitem', t('row.menu.rename'));
    expect(await faultsOf(popup)).toEqual([]);
    await click(popup, 'menuitem', t('row.menu.rename'));
    await appears(popup, 'textbox', t('row.rename.label'));
    expect(await faultsOf(popup)).toEqual([]);
    await popup.keyboard.press('Escape');

    await click(popup, 'tab', 'Mine');
    await click(popup, 'button', viewButton());
    await appears(popup, 'menuitemradio', t('popup.view.compact'));
    expect(await faultsOf(popup)).toEqual([]);
    await popup.keyboard.press('Escape');

    await fill(popup, 'searchbox', t('search.label'), 'usd');
    await appears(popup, 'listbox', t('search.resultsLabel'));
    expect(await faultsOf(popup)).toEqual([]);
  });
});

it('no page failed', () => {
  expect(scene.browser.pageErrors).toEqual([]);
});

async function newGroup(page: Page, name: string): Promise<void> {
  await click(page, 'button', viewButton());
  await click(page, 'menuitem', t('group.newItem'));
  await fill(page, 'textbox', t('group.nameLabel'), name);
  await click(page, 'button', t('common.createButton'));
}

async function tabs(page: Page, names: readonly string[]): Promise<void> {
  await until(async () => (await page.evaluate(readTabs)).join() === names.join(), {
    what: `the tabs ${names.join(', ')}`,
  });
}

function idOf(symbol: string): string {
  return (
    FIRST_DEFAULT_FEEDS.find(({ attributes }) => attributes['display_symbol'] === symbol)?.id ?? ''
  );
}

// These run in the page, without access to this module.

function readTabs(): string[] {
  return [...document.querySelectorAll('[role="tab"]')].map((tab) => tab.textContent);
}
