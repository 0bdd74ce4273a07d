import type { Page } from 'puppeteer-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { t } from '../../lib/base/locale/t.ts';
import { buildCatalog } from '../price-service/catalog.ts';
import { until } from '../tools/until.ts';
import { appears } from './controls.ts';
import { isPutDown } from './moved-rows.ts';
import { startScene, type Scene } from './scene.ts';

const FEEDS = 1_000;
const MOST_ROWS = 45;
const VIEW = { groupId: null, sort: 'hand', density: 'comfortable', changePeriod: '24h' };
const ids = buildCatalog(FEEDS)
  .slice(0, FEEDS)
  .map(({ id }) => id);

let scene: Scene;
let popup: Page;

beforeAll(async () => {
  scene = await startScene({ service: { extraFeeds: FEEDS } });
  const followed = buildCatalog(FEEDS).slice(0, FEEDS);
  await scene.browser.storageSet('local', {
    followedFeeds: Object.fromEntries(followed.map(({ id, attributes }) => [id, attributes])),
  });
  await scene.connect();
});

beforeEach(async () => {
  await scene.browser.storageSet('local', { watchlist: ids, listView: VIEW });
});

afterEach(() => scene.closePages());

afterAll(() => scene?.end());

describe('a list of 1,000 feeds', () => {
  it('has only the rows near the window, which show prices as soon as they are there', async () => {
    await open();
    for (const share of [0, 0.5]) {
      await scrollTo(share);
      await until(() => popup.evaluate(hasPrices), {
        what: `prices at ${share}`,
      });
      expect(await popup.evaluate(countRows)).toBeLessThan(MOST_ROWS);
    }
    await appears(popup, 'list', t('popup.watchlistLabel'));
  });

  it('stays in its place as it scrolls', async () => {
    for (const density of ['comfortable', 'compact']) {
      await scene.browser.storageSet('local', { listView: { ...VIEW, density } });
      await open();
      for (const share of [0, 0.1, 0.1001, 0.5, 0.9, 1, 0.2]) {
        const top = await scrollTo(share);
        expect(await popup.evaluate(layoutFaults)).toEqual([]);
        expect(await popup.evaluate(scrolledTo)).toBe(top);
      }
    }
  });

  it('has headings by group, and stays in its place as it scrolls', async () => {
    const groups = [0, 300].map((from) => {
      return { id: `from-${from}`, name: `From ${from}`, feedIds: ids.slice(from, from + 300) };
    });
    await scene.browser.storageSet('local', { groups, listView: { ...VIEW, sort: 'group' } });
    await open();
    for (const share of [0, 0.29, 0.295, 0.3, 0.31, 1]) {
      await scrollTo(share);
      expect(await popup.evaluate(layoutFaults, [1, 301, 601])).toEqual([]);
    }
    await scrollTo(0.298);
    expect(await popup.evaluate(shownHeadings)).toContain('From 300');
    await scene.browser.storageSet('local', { groups: [] });
  });

  it('a row can be dragged to where it was not in the document', async () => {
    await open();
    const { x, y, bottom } = await popup.evaluate(handlePlace);
    await popup.mouse.move(x, y);
    await popup.locator('li [data-part="handle"][aria-roledescription]').wait();
    await popup.mouse.down();
    await popup.mouse.move(x, y + 20, { steps: 4 });
    await popup.mouse.move(x, bottom, { steps: 8 });
    await until(async () => (await popup.evaluate(scrolledTo)) > 30 * 52, { what: 'row 30' });
    await popup.mouse.move(x, bottom - 200, { steps: 8 });
    await popup.mouse.up();
    await isPutDown(popup);
    await until(async () => (await storedOrder()).indexOf(ids[0] ?? '') > 30, {
      what: 'the new order',
    });
    await until(async () => (await popup.evaluate(countRows)) < MOST_ROWS, {
      what: 'only rows near the window',
    });
    // The list may still be re-rendering.
    await until(async () => (await popup.evaluate(layoutFaults)).length === 0, {
      what: 'a row in its place everywhere',
    });
    expect((await storedOrder()).toSorted()).toEqual(ids.toSorted());
  });
});

async function open(): Promise<void> {
  popup = await scene.openPopup();
  await popup.locator('li[data-id] [aria-haspopup="menu"]').wait();
}

async function scrollTo(share: number): Promise<number> {
  return popup.evaluate(scroll, share);
}

async function storedOrder(): Promise<string[]> {
  return (await scene.browser.storageGet('local', 'watchlist')) as string[];
}

// The others run in the page.

async function scroll(share: number): Promise<number> {
  const scroller = document.querySelector('#list-panel')!;
  scroller.scrollTop = Math.round(share * (scroller.scrollHeight - scroller.clientHeight));
  const top = scroller.scrollTop;
  for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
  return top;
}

function scrolledTo(): number {
  return document.querySelector('#list-panel')!.scrollTop;
}

function countRows(): number {
  return document.querySelectorAll('li[data-id]').length;
}

function hasPrices(): boolean {
  const prices = document.querySelectorAll('li[data-id] [data-part="price"]').length;
  return prices === document.querySelectorAll('li[data-id]').length;
}

function shownHeadings(): string[] {
  return [...document.querySelectorAll<HTMLElement>('[data-part="group-heading"]')]
    .filter((heading) => heading.checkVisibility())
    .map(({ innerText }) => innerText);
}

/**
 * Rows that don't follow the rows above them, and parts of the window without a row.
 * @param headed places of the rows below headings
 */
function layoutFaults(headed: readonly number[] = []): string[] {
  const faults: string[] = [];
  const list = document.querySelector('[data-part="watchlist"]')!;
  const view = document.querySelector('#list-panel')!.getBoundingClientRect();
  const rows = [...list.querySelectorAll<HTMLElement>('li[data-id]')];
  const height = Math.min(...rows.map((row) => row.offsetHeight));
  for (const row of rows) {
    const place = Number(row.getAttribute('aria-posinset'));
    const headings = headed.filter((each) => each <= place).length;
    if (row.offsetTop !== (place - 1) * height + headings * 30)
      faults.push(`${place} at ${row.offsetTop}`);
  }
  for (let y = view.top + 2; y < view.bottom - 2; y += 10) {
    if (!document.elementFromPoint(view.left + 60, y)?.closest('li:not([aria-hidden])'))
      faults.push(`no row at ${y}`);
  }
  return faults;
}

function handlePlace(): { x: number; y: number; bottom: number } {
  const { x, y, width, height } = document
    .querySelector('li [data-part="handle"]')!
    .getBoundingClientRect();
  const { bottom } = document.querySelector('#list-panel')!.getBoundingClientRect();
  return { x: x + width / 2, y: y + height / 2, bottom: bottom - 4 };
}
