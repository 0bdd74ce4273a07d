import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { above } from '../browser/alert-rules.ts';
import { BTC_USD, ETH_USD } from '../browser/feeds.ts';
import { settled } from '../browser/page-output.ts';
import { optionsViews, popupViews } from '../browser/views.ts';
import { startHistoryService } from '../history-service/server.ts';
import { startPriceService } from '../price-service/server.ts';
import { trustInLocal } from '../price-service/test-signers.ts';
import { buildExtension, OUTPUT } from './build.ts';
import { launchExtension } from './launch-extension.ts';
import { photograph } from './photograph.ts';
import { startWatchlist } from './start-watchlist.ts';

const ALERT_ID = 'an-alert';

/**
 * Photographs every view in one language.
 *
 * @param width of the views, in CSS pixels; default: that of the popup and that of the options page
 */
export async function photographLanguage(language: string, width?: number): Promise<void> {
  const folder = join(OUTPUT, 'pictures', language);
  await mkdir(folder, { recursive: true });
  const extensionDir = await buildExtension('chromium', language);
  const service = await startPriceService({});
  const history = await startHistoryService();
  const browser = await launchExtension('chromium', { extensionDir, loopbackOnly: true });
  try {
    await browser.storageSet('local', {
      connection: { baseUrl: service.url, headers: [] },
      historyServices: { first: { baseUrl: history.url, headers: [] } },
      ...(await startWatchlist(service)),
      trust: trustInLocal(),
      alerts: [above(ALERT_ID, BTC_USD, '150000')],
      holdings: {
        [BTC_USD]: { quantity: '0.25', cost: { perUnit: '64000', currency: 'USD' } },
        [ETH_USD]: { quantity: '4', cost: null },
      },
    });
    for (const [name, hash] of popupViews(ALERT_ID)) {
      await take(`popup.html${hash}`, name, { width: width ?? 380, height: 600 });
    }
    for (const view of optionsViews()) {
      const name = view.replace(/^.*#/, 'options-');
      await take(view, name, { width: width ?? 1_000, height: 720 });
    }
  } finally {
    await browser.close();
    await service.close();
    await history.close();
  }

  async function take(
    view: string,
    name: string,
    size: { width: number; height: number },
  ): Promise<void> {
    const page = await browser.openPage(view);
    await page.setViewport(size);
    await settled(page);
    // The popup is as high as the toolbar's. As a full page, it would come out empty in Arabic.
    await photograph(browser, page, { folder, name, size, fullPage: view.startsWith('options') });
    await page.close();
  }
}
