import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { builtExtension, OUTPUT } from '../tools/build.ts';
import { photograph } from '../tools/photograph.ts';
import { faultsOf } from './axe-faults.ts';
import { settled } from './page-output.ts';
import { launchBrowser } from './scene.ts';
import { targetFaults } from './target-faults.ts';
import { textFaults } from './text-faults.ts';
import type { ExtensionBrowser } from '../tools/extension.ts';

const kind = inject('browserKind');
const PICTURE = `${join(OUTPUT, 'pictures', 'gallery', 'rows')}.png` as const;
const SIZE = { width: 760, height: 1_400 };

it('the gallery is not in the build for production', () => {
  expect(existsSync(join(builtExtension(kind), 'popup.html'))).toBe(true);
  expect(existsSync(join(builtExtension(kind), 'gallery.html'))).toBe(false);
});

describe('a row of the watchlist in each of its states', () => {
  let browser: ExtensionBrowser;

  beforeAll(async () => {
    await rm(PICTURE, { force: true });
    browser = await launchBrowser({ extensionDir: builtExtension(kind, 'pseudo') });
  });

  afterAll(() => browser?.close());

  it('renders, can be read and used, and is photographed', async () => {
    const page = await browser.openPage('gallery.html');
    await page.setViewport({ ...SIZE, deviceScaleFactor: 2 });
    await settled(page);
    const standings = await page.$$eval('section:first-child [data-standing]', (rows) =>
      rows.map((row) => row.getAttribute('data-standing')),
    );
    const refused = ['refused', 'refused', 'refused'];
    expect(standings).toEqual(['stale', 'closed', ...refused, 'gone', 'refused']);
    expect(await textFaults(page)).toEqual([]);
    expect(await targetFaults(page)).toEqual([]);
    expect(await faultsOf(page, ['label-content-name-mismatch'])).toEqual([]);
    await photograph(browser, { view: 'gallery.html', size: SIZE }, { path: PICTURE });
    expect(existsSync(PICTURE)).toBe(true);
    expect(browser.pageErrors).toEqual([]);
  });
});
