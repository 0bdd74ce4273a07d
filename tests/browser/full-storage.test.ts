import type { browser } from 'wxt/browser';
import { afterAll, afterEach, beforeAll, expect, inject, it } from 'vitest';
import { t } from '../../lib/base/locale/t.ts';
import { storedBytes } from '../../lib/storage/stored-bytes.ts';
import { until } from '../tools/until.ts';
import { appears, chooseInRow, click, clickInRow } from './controls.ts';
import { startScene, type Scene } from './scene.ts';

declare const chrome: typeof browser;

let scene: Scene;

beforeAll(async () => {
  scene = await startScene();
});

afterEach(() => scene.closePages());

afterAll(() => scene?.end());

const TEXTS = ['abc', '"\\', '<', '&>', '\u0001', '\u007F', '\u2028', 'é', 'ゴ', '🪙', '\uD83E'];

// In Firefox only the disk limits this storage.
it.skipIf(inject('browserKind') === 'firefox')(
  'Chromium stores no text in more bytes than are counted',
  async () => {
    const page = await scene.openPopup();
    const codes = TEXTS.map((text) =>
      Array.from({ length: text.length }, (_, at) => text.charCodeAt(at)),
    );
    const stored = await page.evaluate(async (all) => {
      const sizes: number[] = [];
      for (const each of all) {
        const text = String.fromCharCode(...each).repeat(1_000);
        await chrome.storage.local.set({ counted: text });
        sizes.push(await chrome.storage.local.getBytesInUse('counted'));
      }
      await chrome.storage.local.remove('counted');
      return sizes;
    }, codes);
    const counted = TEXTS.map((text) => 'counted'.length + storedBytes(text.repeat(1_000)));
    expect(stored.filter((bytes, at) => bytes > (counted[at] ?? 0))).toEqual([]);
    expect(stored[TEXTS.indexOf('<')]).toBeGreaterThan(6_000);
  },
);

it.skipIf(inject('browserKind') === 'firefox')(
  'a change that does not fit into storage is reported, and works once there is room',
  async () => {
    await scene.connect();
    const popup = await scene.openPopup();
    // Load the code of the menu before storage is full.
    await clickInRow(popup, 'ETH/USD', t('row.menuLabel', { name: 'ETH/USD' }));
    await appears(popup, 'menuitem', t('row.showOnBadgeButton'));
    await popup.evaluate(fillStorage);
    const isOnBadge = async () =>
      (await popup.$('[data-id][aria-label="ETH/USD"] [data-mark="pin"]')) !== null;

    await click(popup, 'menuitem', t('row.showOnBadgeButton'));
    const alert = await popup.waitForSelector('[role="alert"]');
    expect(await alert?.evaluate((element) => element.textContent)).toBe(
      t('common.storageFull') + t('common.dismissButton'),
    );
    expect(await isOnBadge()).toBe(false);
    expect(scene.browser.pageErrors).toEqual([]);

    await scene.browser.storageSet('local', { filling0: '' });
    await popup.$eval('[role="alert"] button', (button) => (button as HTMLElement).click());
    await chooseInRow(popup, 'ETH/USD', t('row.showOnBadgeButton'));
    await until(isOnBadge, { what: 'the feed on the badge' });
    expect(await popup.$('[role="alert"]')).toBeNull();
  },
);

// Runs in the page.
/** Fills storage up to a few bytes, fewer than any setting needs. */
async function fillStorage(): Promise<void> {
  let place = 0;
  for (let size = 4_000_000; size >= 8;) {
    try {
      await chrome.storage.local.set({ [`filling${place}`]: 'x'.repeat(size) });
      place += 1;
    } catch {
      size = Math.floor(size / 2);
    }
  }
}
