import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { t } from '../../lib/base/locale/t.ts';
import { until } from '../tools/until.ts';
import { fill } from './controls.ts';
import { startScene, type Scene } from './scene.ts';

let scene: Scene;

beforeAll(async () => {
  scene = await startScene({ service: { extraFeeds: 2_940 } });
  await scene.connect();
  await until(() => scene.browser.storageGet('local', 'catalogueStatus'), {
    what: 'the catalog',
  });
});

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

it('no page failed or violated the content security policy', async () => {
  expect(scene.browser.pageErrors).toEqual([]);
  expect(await scene.browser.cspViolations()).toEqual([]);
});

async function followed(): Promise<string[]> {
  return ((await scene.browser.storageGet('local', 'watchlist')) ?? []) as string[];
}

// Runs in the page, without access to this module.

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
