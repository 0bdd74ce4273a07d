import type { Page } from 'puppeteer-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { t } from '../../lib/base/locale/t.ts';
import { inOrder, messagePattern } from '../tools/message-pattern.ts';
import { until } from '../tools/until.ts';
import { faultsOf } from './axe-faults.ts';
import { appears, click, says } from './controls.ts';
import { BTC_USD, ETH_USD } from './feeds.ts';
import { chooseFile, recordSavedFiles, savedFile } from './saved-files.ts';
import { startScene, type Scene } from './scene.ts';

const SECRET = 's3cret-value';
const BEFORE = {
  watchlist: [ETH_USD, BTC_USD],
  rowNames: { [BTC_USD]: 'Digital gold' },
  groups: [{ id: 'g1', name: 'Mine', feedIds: [ETH_USD] }],
  staleLimitSeconds: 120,
};
const CHANGED = {
  ...BEFORE,
  watchlist: [BTC_USD],
  rowNames: {},
  groups: [],
  staleLimitSeconds: 30,
};

let scene: Scene;

beforeAll(async () => {
  scene = await startScene();
  await scene.browser.storageSet('local', {
    connection: {
      baseUrl: `${scene.service.url}/${SECRET}-path`,
      headers: [{ name: 'X-Token', value: SECRET }],
    },
  });
});

afterEach(() => scene.closePages());

afterAll(() => scene?.end());

describe('a backup', () => {
  it('restores everything, and the import can be undone', async () => {
    await scene.browser.storageSet('local', BEFORE);
    const options = await openBackup();
    await click(options, 'button', t('backup.save.saveButton'));
    const { name, bytes } = await savedFile(options);
    expect(name).toMatch(/^pricelight_backup_v4_\d{8}T\d{6}Z\.json$/);
    expect(bytes.toString()).not.toContain(SECRET);

    await scene.browser.storageSet('local', CHANGED);
    await chooseFile(options, name, bytes.toString());
    await appears(options, 'radio', t('backup.import.mode.replace.title'));
    await click(options, 'radio', t('backup.import.mode.replace.title'));
    await changesSay(
      options,
      inOrder(
        t('popup.watchlistLabel'),
        t('backup.review.added', { items: 'ETH/USD' }),
        t('group.listLabel'),
        t('backup.review.added', { items: 'Mine' }),
        t('backup.part.displayNames'),
      ),
    );
    expect(await stored()).toEqual(CHANGED);
    for (const scheme of ['light', 'dark'] as const) {
      await scene.browser.setColorScheme(options, scheme);
      expect.soft(await faultsOf(options), scheme).toEqual([]);
    }
    await click(options, 'button', t('backup.import.importButton'));
    await says(
      options,
      t('backup.import.title'),
      messagePattern('backup.import.done', { file: name }),
    );
    expect(await stored()).toEqual(BEFORE);
    // The file has no secrets; the current ones remain.
    expect(await scene.browser.storageGet('local', 'connection')).toMatchObject({
      headers: [{ name: 'X-Token', value: SECRET }],
    });

    await click(options, 'button', t('common.undoButton'));
    await says(options, t('backup.import.title'), messagePattern('backup.import.undone'));
    expect(await stored()).toEqual(CHANGED);
  });
});

async function openBackup(): Promise<Page> {
  const options = await scene.openOptions('#data');
  await recordSavedFiles(options);
  await options.waitForSelector('input[type="file"]');
  return options;
}

async function stored(): Promise<Record<string, unknown>> {
  const entries = Object.keys(BEFORE).map(
    async (key) => [key, await scene.browser.storageGet('local', key)] as const,
  );
  return Object.fromEntries(await Promise.all(entries));
}

async function changesSay(page: Page, pattern: RegExp): Promise<void> {
  await until(
    async () => {
      const text = await page.evaluate(
        () => document.querySelector('[data-part="changes"]')?.textContent,
      );
      return pattern.test(text ?? '');
    },
    { what: `the changes to say ${pattern}` },
  );
}
