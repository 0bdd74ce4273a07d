import type { Page } from 'puppeteer-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { t } from '../../lib/base/locale/t.ts';
import { inOrder } from '../tools/message-pattern.ts';
import { until } from '../tools/until.ts';
import { click, fill, says } from './controls.ts';
import { startScene, type Scene } from './scene.ts';

let scene: Scene;

beforeAll(async () => {
  scene = await startScene({ service: { extraFeeds: 2_940 } });
  await scene.connect();
  await until(() => fetchedAt(), { what: 'the catalog' });
});

beforeEach(() => scene.resetRateLimit());

afterEach(() => scene.closePages());

afterAll(() => scene?.end());

describe('the search in the popup', () => {
  it('lists thousands of feeds and draws only the visible ones', async () => {
    const popup = await scene.openPopup();
    await fill(popup, 'searchbox', t('search.label'), 'generated');
    const listed = await until(() => popup.evaluate(readOptions), { what: 'the results' });
    expect(listed.total).toBe(2_940);
    expect(listed.drawn).toBeLessThan(60);
    await popup.keyboard.press('ArrowUp');
    await until(async () => (await popup.evaluate(readOptions))?.active === listed.total, {
      what: 'the last option to be active',
    });
    await popup.keyboard.press('Enter');
    await until(async () => (await followed()).length === 6, { what: 'the feed on the watchlist' });
  });
});

describe('the stored list', () => {
  it('is refreshed on demand, and unchanged if that fails', async () => {
    const popup = await open('gold');
    const before = await fetchedAt();
    await click(popup, 'button', t('common.refreshButton'));
    await until(async () => (await fetchedAt()) > before, { what: 'a newer catalog' });

    const mend = scene.service.fail({ kind: 'status', status: 500, path: '/v2/price_feeds' });
    await click(popup, 'button', t('common.refreshButton'));
    await says(
      popup,
      t('feedList.title'),
      inOrder(t('feedList.refresh.failed'), t('serviceProblem.httpStatus', { status: '500' })),
    );
    mend();
    expect(await popup.evaluate(readStoredCount)).toBeGreaterThan(2_940);
    expect(await scene.browser.storageGet('local', 'catalogue')).toBeUndefined();
  });
});

it('no page failed or violated the content security policy', async () => {
  expect(scene.browser.pageErrors).toEqual([]);
  expect(await scene.browser.cspViolations()).toEqual([]);
});

/** Searches in the popup. */
async function open(query: string): Promise<Page> {
  const popup = await scene.openPopup();
  await fill(popup, 'searchbox', t('search.label'), query);
  return popup;
}

async function fetchedAt(): Promise<number> {
  const status = await scene.browser.storageGet('local', 'catalogueStatus');
  return (status as { value: { fetchedAt: number } } | undefined)?.value.fetchedAt ?? 0;
}

async function followed(): Promise<string[]> {
  return ((await scene.browser.storageGet('local', 'watchlist')) ?? []) as string[];
}

// These run in the page, without access to this module.

/** Of the feeds in the database. */
async function readStoredCount(): Promise<number> {
  const done = <T>(request: IDBRequest<T>) =>
    new Promise<T>((resolve) => (request.onsuccess = () => resolve(request.result)));
  const database = await done(indexedDB.open('catalog'));
  const text: unknown = await done(
    database.transaction('lists').objectStore('lists').get('current'),
  );
  database.close();
  return (JSON.parse(String(text)) as { feeds: unknown[] }).feeds.length;
}

function readOptions(): { total: number; drawn: number; active: number } | undefined {
  const options = [...document.querySelectorAll('[role="option"]')];
  const field = document.querySelector('input[type="search"]');
  const active = document.getElementById(field?.getAttribute('aria-activedescendant') ?? '');
  if (options.length === 0) return undefined;
  return {
    total: Number(options[0]?.getAttribute('aria-setsize')),
    drawn: options.length,
    active: Number(active?.getAttribute('aria-posinset')),
  };
}
