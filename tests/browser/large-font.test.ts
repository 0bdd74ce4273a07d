import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { findBrowser } from '../tools/browsers.ts';
import { createProfile, removeProfile } from '../tools/profiles.ts';
import { referenceTime } from '../../lib/domain/history/time-grid.ts';
import { trustInLocal } from '../price-service/test-signers.ts';
import { above } from './alert-rules.ts';
import { BTC_USD, ETH_USD } from './feeds.ts';
import { priceOf } from './controls.ts';
import { settled } from './page-output.ts';
import { startScene, type Scene } from './scene.ts';
import { textFaults } from './text-faults.ts';

// Totals of five and of nine digits.
const HOLDINGS = [
  ['0.52', '12.345'],
  ['5139', '41234.5'],
] as const;

/** The least size of Chromium's letters is a setting of the profile. */
async function profileWithLetters(px: number): Promise<string> {
  const profileDir = await createProfile(findBrowser('chromium'));
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
      await hold(HOLDINGS[0]);
      const views = [`#feed/${BTC_USD}`, '#holdings', '#alerts', `#alerts/new/${BTC_USD}`];
      for (const hash of ['', ...views]) {
        const page = await scene.openPopup(hash);
        for (const holdings of HOLDINGS) {
          await hold(holdings);
          if (hash === '') {
            await priceOf(page, 'BTC/USD');
            await page.locator('a[data-part="holdings-total"] [data-way]').wait();
          }
          for (const width of [280, 380, 1_200]) {
            await page.setViewport({ width, height: 600 });
            await settled(page);
            const faults = await textFaults(page);
            const cut = faults.filter((fault) => fault.startsWith('cut figure: '));
            found.push(
              ...cut.map((fault) => `${hash} at ${width} px, ${holdings.join(' and ')}: ${fault}`),
            );
          }
        }
        await scene.closePages();
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
