import type { Page } from 'puppeteer-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { FIRST_DEFAULT_FEEDS } from '../../lib/domain/watchlist/default-feeds.ts';
import { t } from '../../lib/base/locale/t.ts';
import { until } from '../tools/until.ts';
import { faultsOf } from './axe-faults.ts';
import { appears, click, clickFound, clickInRow, fill, watchlist, viewButton } from './controls.ts';
import { LISTED_SYMBOLS } from './feeds.ts';
import { order } from './moved-rows.ts';
import { RATE, startScene, type Scene } from './scene.ts';

const [BTC, ETH, , , AAPL] = LISTED_SYMBOLS as [string, string, string, string, string];
const ALL = t('group.all');
const VIEW = { groupId: null, sort: 'hand', density: 'comfortable', changePeriod: '24h' };
const DROPPED = 'ab'.repeat(32);

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

  it('can be reached by scrolling and by keys if there are many', async () => {
    const many = Array.from({ length: 20 }, (_, n) => ({
      id: `g${n}`,
      name: `Group ${n}`,
      feedIds: [FIRST_DEFAULT_FEEDS[n % 5]?.id],
    }));
    await scene.browser.storageSet('local', { groups: many });
    const popup = await scene.openPopup();
    await click(popup, 'tab', ALL);
    await popup.keyboard.press('End');
    await order(popup, [AAPL]);
    await until(() => popup.evaluate(isSelectedTabVisible), { what: 'the last tab to be visible' });
  });
});

it('the dialog for a name restores the focus, whether canceled or confirmed', async () => {
  const popup = await scene.openPopup();
  await order(popup, LISTED_SYMBOLS);
  await click(popup, 'button', viewButton());
  await click(popup, 'menuitem', t('group.newItem'));
  await appears(popup, 'textbox', t('group.nameLabel'));
  await popup.keyboard.press('Escape');
  await focusOn(popup, viewButton());

  await clickInRow(popup, ETH, t('row.menuLabel', { name: ETH }));
  await click(popup, 'menuitem', t('row.menu.rename'));
  await fill(popup, 'textbox', t('row.rename.label'), 'Mine');
  await popup.keyboard.press('Enter');
  await focusOn(popup, t('row.menuLabel', { name: 'Mine' }));
});

describe('a row', () => {
  it('shows the display name', async () => {
    const popup = await scene.openPopup();
    await clickInRow(popup, BTC, t('row.menuLabel', { name: BTC }));
    await click(popup, 'menuitem', t('row.menu.rename'));
    await fill(popup, 'textbox', t('row.rename.label'), 'Savings');
    await popup.keyboard.press('Enter');
    await order(popup, ['Savings', ...LISTED_SYMBOLS.slice(1)]);
  });

  it('opens its details, and the way back works', async () => {
    const popup = await scene.openPopup();
    await click(popup, 'link', ETH);
    await until(() => popup.evaluate((id) => location.hash === `#feed/${id}`, idOf(ETH)), {
      what: 'the address of the detail',
    });
    await popup.evaluate(() => history.back());
    await order(popup, LISTED_SYMBOLS);
  });

  it('of a feed that the service no longer offers can get a replacement', async () => {
    const shib = { symbol: 'Crypto.SHIB/USD', display_symbol: 'SHIB/USD', base: 'SOL' };
    await scene.browser.storageSet('local', {
      watchlist: [idOf(BTC), DROPPED, idOf(ETH)],
      followedFeeds: {
        [DROPPED]: shib,
        ...Object.fromEntries(FIRST_DEFAULT_FEEDS.map(({ id, attributes }) => [id, attributes])),
      },
      groups: [{ id: 'g', name: 'Mine', feedIds: [DROPPED, idOf(BTC)] }],
    });
    const popup = await scene.openPopup();
    await watchlist(popup, 'the dropped feed, marked', (rows) =>
      rows.some(
        ({ name, notes }) => name === 'SHIB/USD' && notes.includes(t('detail.missing.unknown')),
      ),
    );
    await click(popup, 'button', t('row.findReplacementButton'));
    await clickFound(popup, 'SOL/USD');
    await order(popup, [BTC, 'SOL/USD', ETH]);
    await click(popup, 'tab', 'Mine');
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

async function focusOn(page: Page, name: string): Promise<void> {
  await until(() => page.evaluate((label) => document.activeElement?.ariaLabel === label, name), {
    what: `the focus on "${name}"`,
  });
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

function isSelectedTabVisible(): boolean {
  const tab = document.querySelector('[role="tab"][aria-selected="true"]');
  const bar = tab?.closest('[role="tablist"]')?.parentElement;
  if (!tab || !bar) return false;
  const [inner, outer] = [tab.getBoundingClientRect(), bar.getBoundingClientRect()];
  return inner.left >= outer.left - 1 && inner.right <= outer.right + 1;
}
