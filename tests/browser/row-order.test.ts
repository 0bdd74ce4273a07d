import type { KeyInput, Page } from 'puppeteer-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { FIRST_DEFAULT_FEEDS } from '../../lib/domain/watchlist/default-feeds.ts';
import { t } from '../../lib/base/locale/t.ts';
import { until } from '../tools/until.ts';
import { click } from './controls.ts';
import { LISTED_SYMBOLS } from './feeds.ts';
import { isAnnounced, isPutDown, order, pickUp } from './moved-rows.ts';
import { startScene, type Scene } from './scene.ts';

const [BTC, ETH, EUR, XAU, AAPL] = LISTED_SYMBOLS as [string, string, string, string, string];
const VIEW = { groupId: null, sort: 'hand', density: 'comfortable', changePeriod: '24h' };

let scene: Scene;

beforeAll(async () => {
  scene = await startScene();
  await scene.connect();
});

beforeEach(async () => {
  await scene.browser.storageSet('local', {
    watchlist: FIRST_DEFAULT_FEEDS.map(({ id }) => id),
    groups: [],
    listView: VIEW,
  });
});

afterEach(() => scene.closePages());

afterAll(() => scene?.end());

describe('the manual order', () => {
  it('is changed by dragging a row, and remains after sorting', async () => {
    const popup = await scene.openPopup();
    await order(popup, LISTED_SYMBOLS);
    await drag(popup, BTC, EUR);
    await order(popup, [ETH, EUR, BTC, XAU, AAPL]);
    await until(async () => (await stored())[2] === idOf(BTC), { what: 'the order in storage' });

    await choose(popup, t('popup.view.name'));
    await order(popup, [AAPL, BTC, ETH, EUR, XAU]);
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
    await isAnnounced(popup, t('popup.notice.moved', { name: BTC, place: '3', total: '5' }));
    await order(popup, [ETH, EUR, BTC, XAU, AAPL]);

    await pickUp(popup, ETH);
    await popup.keyboard.press('ArrowDown');
    await isAnnounced(popup, t('row.reorder.over', { name: ETH, position: '2' }));
    await popup.keyboard.press('Escape');
    await isAnnounced(popup, t('row.reorder.canceled', { name: ETH }));
    await order(popup, [ETH, EUR, BTC, XAU, AAPL]);
    expect(await stored()).toEqual([ETH, EUR, BTC, XAU, AAPL].map(idOf));
  });
});

describe('the focus', () => {
  it.for([380, 1_200])('returns to the row from a view at %i px', async (width) => {
    const popup = await scene.browser.openPage('popup.html', { width, height: 600 });
    await order(popup, LISTED_SYMBOLS);
    await moveTo(popup, ETH);
    await press(popup, 'Enter', 'h1');
    await press(popup, 'Escape', `a ${ETH}`);
    await press(popup, 'a', 'input');
    const { value, selected } = await popup.evaluate(readField);
    expect(selected).toBe(value);
    expect(value).not.toBe('');
    await press(popup, 'Escape', `a ${ETH}`);
    await scene.browser.closePage(popup);
  });

  it('stays on a row that is moved by key or from its menu', async () => {
    const popup = await scene.openPopup();
    await order(popup, LISTED_SYMBOLS);
    await moveTo(popup, ETH);
    await popup.keyboard.down('Alt');
    await popup.keyboard.press('ArrowDown');
    await popup.keyboard.up('Alt');
    await order(popup, [BTC, EUR, ETH, XAU, AAPL]);
    await focusIsOn(popup, `a ${ETH}`);

    await popup.keyboard.down('Shift');
    await press(popup, 'F10', `button ${t('row.menu.open')}`);
    await popup.keyboard.up('Shift');
    await press(popup, 'm', `button ${t('row.menu.move')}`);
    await popup.keyboard.press('Enter');
    await press(popup, 'End', `button ${t('group.newItem')}`);
    await press(popup, 'ArrowUp', `button ${t('row.menu.moveToTop')}`);
    await popup.keyboard.press('Enter');
    await order(popup, [ETH, BTC, EUR, XAU, AAPL]);
    await focusIsOn(popup, `a ${ETH}`);
  });

  it('is on no item of a menu that the mouse opened', async () => {
    const popup = await scene.openPopup();
    await order(popup, LISTED_SYMBOLS);
    await popup
      .locator(`li[data-id="${idOf(ETH)}"] [data-part="price"]`)
      .click({ button: 'right' });
    await focusIsOn(popup, 'div');
    await press(popup, 'ArrowDown', `button ${t('row.menu.open')}`);
  });
});

it('no page failed', () => {
  expect(scene.browser.pageErrors).toEqual([]);
});

async function press(page: Page, key: KeyInput, expected: string): Promise<void> {
  await page.keyboard.press(key);
  await focusIsOn(page, expected);
}

/** Presses the key for the next row, whose code comes after the list, until a row has the focus. */
async function moveTo(page: Page, name: string): Promise<void> {
  await until(
    async () => {
      await page.keyboard.press('j');
      return (await page.evaluate(readFocus)) === `a ${name}`;
    },
    { what: `the focus on ${name}` },
  );
}

/** Waits until the focused element's name, row or text begins with this text. */
async function focusIsOn(page: Page, expected: string): Promise<void> {
  await until(async () => (await page.evaluate(readFocus)).startsWith(expected), {
    what: `the focus on ${expected}`,
  });
}

async function choose(page: Page, name: string): Promise<void> {
  await click(page, 'button', t('popup.viewButton'));
  await click(page, 'menuitemradio', name);
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

// Runs in the page, without access to this module.
function placeOf(name: string): number {
  const rows = [
    ...document.querySelectorAll('[data-part="watchlist"] > li:not([data-dnd-placeholder])'),
  ];
  return rows.findIndex((row) => row.getAttribute('aria-label') === name);
}

function readFocus(): string {
  const element = document.activeElement;
  const words = element?.closest('li')?.getAttribute('aria-label') ?? element?.textContent;
  return `${element?.localName} ${words}`;
}

function readField(): { value: string; selected: string } {
  const { value, selectionStart, selectionEnd } = document.activeElement as HTMLInputElement;
  return { value, selected: value.slice(selectionStart ?? 0, selectionEnd ?? 0) };
}
