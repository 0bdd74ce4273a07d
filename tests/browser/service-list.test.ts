import type { Page } from 'puppeteer-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { t } from '../../lib/base/locale/t.ts';
import { until } from '../tools/until.ts';
import { faultsOf } from './axe-faults.ts';
import { appears, chooseInRow, click, fill } from './controls.ts';
import { startScene, type Scene } from './scene.ts';
import { textFaults } from './text-faults.ts';

let scene: Scene;

beforeAll(async () => {
  scene = await startScene();
  await scene.connect();
});

afterEach(() => scene.closePages());

afterAll(() => scene?.end());

describe('price services', () => {
  it('can be added, ordered, and deleted with undo', async () => {
    const page = await scene.openOptions();
    await click(page, 'button', t('services.secondButton'));
    await fill(page, 'textbox', t('popup.view.name'), 'Backup');
    await page.locator(`::-p-text(${t('welcome.service.own')})`).click();
    await appears(page, 'textbox', t('connection.baseUrl'));
    expect(await faultsOf(page)).toEqual([]);
    // Two forms have this field: the last one is of the new service.
    const fields = await page.$$('input[inputmode="url"]');
    await fields.at(-1)?.type(`${scene.service.url}/`);
    await click(page, 'button', t('services.addButton'));
    const main = new URL(scene.service.url).host;
    await order(page, [main, 'Backup']);
    expect(await faultsOf(page)).toEqual([]);

    await chooseInRow(page, 'Backup', t('row.menu.moveUp'));
    await order(page, ['Backup', main]);
    const another = await scene.openOptions();
    await order(another, ['Backup', main]);

    await page.bringToFront();
    await chooseInRow(page, 'Backup', t('row.menu.moveDown'));
    await order(page, [main, 'Backup']);
    await until(() => page.evaluate(focusedLabel).then((label) => label?.includes('Backup')), {
      what: 'the focus on the menu of the moved row',
    });

    await chooseInRow(page, 'Backup', t('common.deleteButton'));
    await until(async () => (await rowNames(page)).length === 0, {
      what: 'the form of one service',
    });
    await click(page, 'button', t('common.undoButton'));
    await order(page, [main, 'Backup']);
  });

  it('show a form and a test of their own', async () => {
    const page = await scene.openOptions();
    await chooseInRow(page, 'Backup', t('connection.testButton'));
    await page.locator(`::-p-text(${t('connectionTest.headline.connected')})`).wait();
    expect(await faultsOf(page)).toEqual([]);
    await click(page, 'button', t('common.closeButton'));
  });
});

describe('their last responses', () => {
  const latency = t('services.fact.latency', { duration: '' }).trim();

  beforeAll(async () => {
    const service = { name: '', baseUrl: scene.service.url, headers: [] };
    const list = ['a', 'b'].map((id) => ({
      id,
      ...service,
      isPaused: false,
      mayMixUnverified: false,
    }));
    await scene.browser.storageSet('local', { connection: { $version: 2, value: list } });
    await scene.browser.storageSet('session', {
      lastResponses: { a: { at: Date.now(), latencyMs: 91 } },
    });
  });

  it.each([
    ['light', 1_000],
    ['dark', 320],
  ] as const)('have no violations in the %s theme, %d px wide', async (scheme, width) => {
    const connection = await scene.openOptions();
    await connection.setViewport({ width, height: 700 });
    await scene.browser.setColorScheme(connection, scheme);
    await connection.locator(`::-p-text(${latency})`).wait();
    expect(await faultsOf(connection)).toEqual([]);
    expect(await textFaults(connection)).toEqual([]);
  });
});

async function order(page: Page, expected: readonly string[]): Promise<void> {
  await until(async () => String(await rowNames(page)) === String(expected), {
    what: `the order ${expected.join(', ')}`,
  });
}

function rowNames(page: Page): Promise<(string | null)[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('main li[data-id]:not([data-dnd-placeholder])')].map((row) =>
      row.getAttribute('aria-label'),
    ),
  );
}

function focusedLabel(): string | null | undefined {
  return document.activeElement?.getAttribute('aria-label');
}
