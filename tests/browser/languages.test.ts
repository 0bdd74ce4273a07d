import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { builtExtension } from '../tools/build.ts';
import { faultsOf } from './axe-faults.ts';
import { settled } from './page-output.ts';
import { startScene, type Scene } from './scene.ts';
import { textFaults } from './text-faults.ts';
import { allViews } from './views.ts';

const kind = inject('browserKind');
const ALERT_ID = 'an-alert';
// The popup's width, and the options page at 1280 px and 200 % zoom.
const WIDTHS = { 'popup.html': 380, 'options.html': 640 } as const;

describe.for(['ar', 'pseudo'])('in the language %s', (language) => {
  let scene: Scene;

  beforeAll(async () => {
    scene = await startScene({ browser: { extensionDir: builtExtension(kind, language) } });
    await scene.connect();
    await scene.browser.storageSet('local', { alerts: [] });
  });

  afterEach(() => scene.closePages());

  afterAll(() => scene?.end());

  it.for(allViews(ALERT_ID))('%s can be read', async (view) => {
    const page = await scene.browser.openPage(view);
    try {
      const name = view.startsWith('popup') ? 'popup.html' : 'options.html';
      await page.setViewport({ width: WIDTHS[name], height: 700 });
      await settled(page);
      expect(await textFaults(page)).toEqual([]);
      expect(await faultsOf(page)).toEqual([]);
      const direction = await page.evaluate(() => getComputedStyle(document.body).direction);
      expect(direction).toBe(language === 'ar' ? 'rtl' : 'ltr');
    } finally {
      await page.close();
    }
  });

  it('no page failed', () => {
    expect(scene.browser.pageErrors).toEqual([]);
  });
});
