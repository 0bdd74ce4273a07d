import type { Browser as ExtensionApi } from 'webextension-polyfill';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { t } from '../../lib/base/locale/t.ts';
import { builtExtension } from '../tools/build.ts';
import { until } from '../tools/until.ts';
import { appears, click, priceOf } from './controls.ts';
import { isShortened, startScene, type Scene } from './scene.ts';

const isFirefox = inject('browserKind') === 'firefox';

let scene: Scene;

beforeAll(async () => {
  scene = await startScene();
  await scene.connect();
});

afterEach(() => scene.closePages());

afterAll(() => scene?.end());

describe('the manifest', () => {
  const manifest = JSON.parse(
    readFileSync(join(builtExtension(inject('browserKind')), 'manifest.json'), 'utf8'),
  );

  it('has a side panel, which does not open by itself', () => {
    if (!isFirefox) expect(manifest.side_panel).toEqual({ default_path: 'sidepanel.html' });
    else {
      expect(manifest.sidebar_action).toMatchObject({
        default_panel: 'sidepanel.html',
        open_at_install: false,
      });
    }
  });

  it('has commands whose keys the browser accepts', async () => {
    const page = await scene.openPopup();
    const commands = await page.evaluate(readCommands);
    expect(Object.fromEntries(commands.map(({ name, shortcut }) => [name, shortcut]))).toEqual({
      _execute_action: 'Alt+Shift+L',
      [isFirefox ? '_execute_sidebar_action' : 'open-side-panel']: 'Alt+Shift+S',
      'next-badge-feed': 'Alt+Shift+J',
    });
  });
});

describe('the side panel', () => {
  it('opens from the menu', async () => {
    const popup = await scene.openPopup();
    await priceOf(popup, 'BTC/USD');
    await click(popup, 'button', t('popup.menuButton'));
    await click(popup, 'menuitem', t('popup.view.openSidePanel'));
    await until(() => popup.evaluate(isSidePanelOpen), { what: 'the side panel' });
  });

  it('fits any width', async () => {
    const panel = await scene.browser.openPage('sidepanel.html');
    await priceOf(panel, 'BTC/USD');
    for (const width of [280, 320, 500]) {
      await panel.setViewport({ width, height: 600 });
      await until(async () => (await panel.evaluate(overflow)).length === 0, {
        what: `a panel that fits ${width} px`,
      });
    }
    await scene.browser.closePage(panel);
  });
});

describe.skipIf(isShortened())('a wide window', () => {
  it('shows the list and the first feed, and another one beside the list', async () => {
    const page = await scene.openPopup();
    await page.setViewport({ width: 1_000, height: 700 });
    await appears(page, 'heading', 'BTC/USD');
    expect(await page.evaluate(() => document.querySelectorAll('main').length)).toBe(1);
    await page.locator('li[aria-label="ETH/USD"] a').click();
    await appears(page, 'heading', 'ETH/USD');
    await priceOf(page, 'BTC/USD');
    // A feed's view slides in from the side.
    await until(async () => (await page.evaluate(overflow)).length === 0, {
      what: 'a page that fits the window',
    });
  });
});

// The rest runs in the page.

declare const browser: ExtensionApi | undefined;
declare const chrome: ExtensionApi;

function readCommands() {
  return (typeof browser === 'undefined' ? chrome : browser).commands.getAll();
}

async function isSidePanelOpen(): Promise<boolean> {
  if (typeof browser !== 'undefined') {
    const views = browser.extension.getViews({});
    return views.some(({ location }) => location.pathname === '/sidepanel.html');
  }
  return (await chrome.runtime.getContexts({ contextTypes: ['SIDE_PANEL'] })).length === 1;
}

/** What reaches beyond the sides of the window. */
function overflow(): string[] {
  return Array.from(document.querySelectorAll('header, footer, main, li, [data-part]'))
    .filter((element) => {
      const { left, right, width } = element.getBoundingClientRect();
      return width > 1 && (left < -0.5 || right > innerWidth + 0.5);
    })
    .map(({ outerHTML }) => outerHTML.slice(0, 80));
}
