import type { Page } from 'puppeteer-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { FIRST_DEFAULT_FEEDS } from '../../lib/domain/watchlist/default-feeds.ts';
import { t } from '../../lib/base/locale/t.ts';
import { until } from '../tools/until.ts';
import { faultsOf } from './axe-faults.ts';
import { appears, click, clickFound, clickInRow, fill, watchlist, viewButton } from './controls.ts';
import { LISTED_SYMBOLS } from './feeds.ts';
import { isAnnounced, isPutDown, pickUp } from './moved-rows.ts';
import { startScene, type Scene } from './scene.ts';

const [BTC, ETH, EUR, XAU, AAPL] = LISTED_SYMBOLS as [string, string, string, string, string];
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
  scene.service.setRate(2.5);
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

describe('the manual order', () => {
  it('is changed by dragging a row, and remains after sorting', async () => {
    const popup = await scene.openPopup();
    await order(popup, LISTED_SYMBOLS);
    await drag(popup, BTC, EUR);
    await order(popup, [ETH, EUR, BTC, XAU, AAPL]);
    await until(async () => (await stored())[2] === idOf(BTC), { what: 'the order in storage' });

    await choose(popup, t('popup.view.name'));
    await order(popup, [AAPL, BTC, ETH, EUR, XAU]);
    await choose(popup, t('popup.view.assetType'));
    await order(popup, [BTC, ETH, AAPL, EUR, XAU]);
    await choose(popup, t('popup.view.custom'));
    await order(popup, [ETH, EUR, BTC, XAU, AAPL]);
    await drag(popup, XAU, ETH);
    await order(popup, [XAU, ETH, EUR, BTC, AAPL]);
  });

  it('is changed with the keyboard on a row’s handle, or restored with Escape', async () => {
    const popup = await scene.openPopup();
    await order(popup, LISTED_SYMBOLS);
    await pickUp(popup, BTC);
    await popup.keyboard.press('ArrowDown');
    await isAnnounced(popup, t('row.reorder.over', { name: BTC, position: '2' }));
    await popup.keyboard.press('ArrowDown');
    await isAnnounced(popup, t('row.reorder.over', { name: BTC, position: '3' }));
    await popup.keyboard.press(' ');
    await isAnnounced(popup, t('row.reorder.dropped', { name: BTC, position: '3' }));
    await order(popup, [ETH, EUR, BTC, XAU, AAPL]);

    await pickUp(popup, ETH);
    await popup.keyboard.press('ArrowDown');
    await isAnnounced(popup, t('row.reorder.over', { name: ETH, position: '2' }));
    await popup.keyboard.press('Escape');
    await isAnnounced(popup, t('row.reorder.canceled', { name: ETH }));
    await order(popup, [ETH, EUR, BTC, XAU, AAPL]);
    expect(await stored()).toEqual([ETH, EUR, BTC, XAU, AAPL].map(idOf));
  });

  it('of a group is independent', async () => {
    const feedIds = [AAPL, BTC, ETH].map(idOf);
    await scene.browser.storageSet('local', {
      groups: [{ id: 'g', name: 'Mine', feedIds }],
      listView: { ...VIEW, groupId: 'g' },
    });
    const popup = await scene.openPopup();
    await order(popup, [AAPL, BTC, ETH]);
    await drag(popup, ETH, AAPL);
    await order(popup, [ETH, AAPL, BTC]);
    expect(await stored()).toEqual(LISTED_SYMBOLS.map(idOf));
  });
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
      rows.some(({ name, notes }) => name === 'SHIB/USD' && notes.includes(t('row.notOffered'))),
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

async function choose(page: Page, name: string): Promise<void> {
  await click(page, 'button', viewButton());
  await click(page, 'menuitemradio', name);
}

async function order(page: Page, names: readonly string[]): Promise<void> {
  await watchlist(
    page,
    names.join(', '),
    (rows) => rows.length === names.length && rows.every(({ name }, at) => name === names[at]),
  );
}

async function tabs(page: Page, names: readonly string[]): Promise<void> {
  await until(async () => (await page.evaluate(readTabs)).join() === names.join(), {
    what: `the tabs ${names.join(', ')}`,
  });
}

/** Drags a row by its handle to the place of another one, in steps as a user does. */
async function drag(page: Page, name: string, to: string): Promise<void> {
  const from = await page.locator(`li[aria-label="${name}"] [data-part="handle"]`).waitHandle();
  const target = await page.locator(`li[aria-label="${to}"] [data-part="handle"]`).waitHandle();
  const start = await from.boundingBox();
  const end = await target.boundingBox();
  if (!start || !end) throw new Error('The rows are not visible.');
  const isDown = end.y > start.y;
  await page.mouse.move(start.x + 6, start.y + 24);
  await page.mouse.down();
  await page.mouse.move(start.x + 6, start.y + 24 + (isDown ? 12 : -12), { steps: 4 });
  await until(() => page.$(`li[aria-label="${name}"][data-dnd-dragging]`), {
    what: 'the row to be picked up',
  });
  await page.mouse.move(start.x + 6, end.y + 24 + (isDown ? 8 : -8), { steps: 12 });
  await until(
    async () =>
      (await page.evaluate(placeOf, name)) ===
      (await page.evaluate(placeOf, to)) + (isDown ? 1 : -1),
    { what: `${name} to be beside ${to}` },
  );
  await page.mouse.up();
  await isPutDown(page);
}

async function stored(): Promise<string[]> {
  return (await scene.browser.storageGet('local', 'watchlist')) as string[];
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

function placeOf(name: string): number {
  const rows = [
    ...document.querySelectorAll('[data-part="watchlist"] > li:not([data-dnd-placeholder])'),
  ];
  return rows.findIndex((row) => row.getAttribute('aria-label') === name);
}

function isSelectedTabVisible(): boolean {
  const tab = document.querySelector('[role="tab"][aria-selected="true"]');
  const bar = tab?.closest('[role="tablist"]')?.parentElement;
  if (!tab || !bar) return false;
  const [inner, outer] = [tab.getBoundingClientRect(), bar.getBoundingClientRect()];
  return inner.left >= outer.left - 1 && inner.right <= outer.right + 1;
}
