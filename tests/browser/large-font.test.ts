import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createProfile, removeProfile } from '../tools/profiles.ts';
import { referenceTime } from '../../lib/domain/history/time-grid.ts';
import { trustInLocal } from '../price-service/test-signers.ts';
import { t } from '../../lib/base/locale/t.ts';
import { above } from './alert-rules.ts';
import { BTC_USD, ETH_USD } from './feeds.ts';
import { chooseInDetail, chooseInRow, click, priceOf } from './controls.ts';
import { settled } from './page-output.ts';
import { startScene, type Scene } from './scene.ts';
import { textFaults } from './text-faults.ts';
import { optionsViews } from './views.ts';

// Totals of five and of nine digits.
const HOLDINGS = [
  ['0.52', '12.345'],
  ['5139', '41234.5'],
] as const;

// The last one is a window of 1,200 px at a zoom of 200%.
const WINDOWS = [
  { width: 280, height: 600 },
  { width: 380, height: 600 },
  { width: 1_200, height: 600 },
  { width: 600, height: 300, deviceScaleFactor: 2 },
];

interface Place {
  path: string;
  open?: (page: Page) => Promise<unknown>;
  shows?: string;
}

const VIEWS: readonly Place[] = [
  { path: 'popup.html', shows: 'a[data-part="holdings-total"] [data-way]' },
  { path: `popup.html#feed/${BTC_USD}` },
  { path: 'popup.html#holdings' },
  { path: 'popup.html#alerts' },
  { path: `popup.html#alerts/new/${BTC_USD}` },
];

const DIALOGS: readonly Place[] = [
  {
    path: 'popup.html',
    open: (page) => chooseInRow(page, 'BTC/USD', t('holding.menuItem')),
    shows: 'dialog [data-part="worth"] b',
  },
  {
    path: `popup.html#feed/${BTC_USD}`,
    open: (page) => chooseInDetail(page, 'BTC/USD', t('export.openButton')),
    shows: '[data-part="preview"] img',
  },
  {
    path: 'options.html#data',
    open: (page) => click(page, 'button', t('export.openButton')),
    shows: '[data-part="preview"] img',
  },
];

/** In windows of every width, one line for each. */
async function cutFigures(page: Page, path: string): Promise<string[]> {
  const found: string[] = [];
  for (const viewport of WINDOWS) {
    await page.setViewport(viewport);
    await settled(page);
    const faults = await textFaults(page);
    // In the list, figures without room wrap out of sight.
    const kinds = path.startsWith('popup.html,')
      ? /^cut figure: /
      : path.startsWith('popup.html#holdings')
        ? /^(?:cut figure: |overlap: .*\d.* \/ (?:.*\d|Add cost))/
        : /^(?:cut figure|overlap): /;
    const cut = faults.filter((fault) => kinds.test(fault));
    found.push(...cut.map((fault) => `${path} at ${viewport.width} px: ${fault}`));
  }
  return found;
}

/** Chromium's minimum font size is a setting of the profile. */
async function profileWithLetters(px: number): Promise<string> {
  const profileDir = await createProfile('chromium');
  await mkdir(join(profileDir, 'Default'), { recursive: true });
  const preferences = { webkit: { webprefs: { minimum_font_size: px } } };
  await writeFile(join(profileDir, 'Default', 'Preferences'), JSON.stringify(preferences));
  return profileDir;
}

describe.runIf(inject('browserKind') === 'chromium').for([0, 18])(
  'letters of at least %i px',
  (px) => {
    let scene: Scene;
    let profileDir: string;

    beforeAll(async () => {
      profileDir = await profileWithLetters(px);
      scene = await startScene({ service: { updatesPerSecond: 0 }, browser: { profileDir } });
      scene.service.setPrice(BTC_USD, { price: '8000012345678', expo: -8, conf: '3889000000' });
      scene.service.setPrice(ETH_USD, { price: '280279000000', expo: -8, conf: '74000000' });
      await scene.connect();
      const time = referenceTime('24h', Math.floor(Date.now() / 1_000));
      await scene.browser.storageSet('local', {
        // The total of usual holdings fell by 1.26%.
        references24h: {
          [BTC_USD]: `${time} 8102100000000 -8 u`,
          [ETH_USD]: `${time} 283855000000 -8 u`,
        },
        trust: trustInLocal(),
        valuesShown: true,
        amountsHidden: false,
        alerts: [above('an-alert', BTC_USD, '1234567.89')],
      });
    });

    afterAll(async () => {
      await scene?.end();
      await removeProfile(profileDir);
    });

    it('cut no figure in any view', async () => {
      const found: string[] = [];
      const hold = ([btc, eth]: readonly [string, string]): Promise<void> =>
        scene.browser.storageSet('local', {
          holdings: {
            [BTC_USD]: { quantity: btc, cost: { perUnit: '50000', currency: 'USD' } },
            [ETH_USD]: { quantity: eth, cost: null },
          },
        });
      await hold(HOLDINGS[1]);
      const places = px > 0 ? [...VIEWS, ...DIALOGS] : VIEWS;
      for (const { path, open, shows } of places) {
        const page = await scene.browser.openPage(path, { width: 380, height: 600 });
        await open?.(page);
        // Usual figures at the usual font size are checked in other languages.
        for (const holdings of HOLDINGS.slice(px === 0 ? 1 : 0)) {
          await hold(holdings);
          if (shows !== undefined) await page.locator(shows).wait();
          found.push(...(await cutFigures(page, `${path}, ${holdings.join(' and ')},`)));
        }
        await scene.browser.closePage(page);
      }
      expect(found).toEqual([]);
    });

    it.runIf(px > 0)('cut no figure in any section of the options', async () => {
      const page = await scene.openOptions();
      const found: string[] = [];
      for (const path of optionsViews()) {
        await page.evaluate((hash) => (location.hash = hash), path.slice(path.indexOf('#')));
        found.push(...(await cutFigures(page, path)));
      }
      expect(found).toEqual([]);
    });

    it('are as large as that', async () => {
      const page = await scene.openPopup();
      await priceOf(page, 'BTC/USD');
      const least = await page.evaluate(() =>
        Math.min(
          ...[...document.querySelectorAll('[data-part="watchlist"] small')].map((each) =>
            Number.parseFloat(getComputedStyle(each).fontSize),
          ),
        ),
      );
      expect(least).toBeGreaterThanOrEqual(Math.max(px, 11));
    });
  },
);
