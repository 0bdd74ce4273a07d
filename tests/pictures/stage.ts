import type { Page } from 'puppeteer-core';
import { above } from '../browser/alert-rules.ts';
import { BTC_USD, ETH_USD } from '../browser/feeds.ts';
import { settled } from '../browser/page-output.ts';
import { startHistoryService } from '../history-service/server.ts';
import { startPriceService, type PriceService } from '../price-service/server.ts';
import { buildExtension } from '../tools/build.ts';
import type { ExtensionBrowser } from '../tools/extension.ts';
import { launchExtension } from '../tools/launch-extension.ts';
import { localItems } from '../tools/local-items.ts';

/** The longest time the extension needs to get all past prices. */
export const DRAWN_WITHIN_MS = 240_000;

// Levels that the prices are some way from.
export const ALERTS = [
  above('rise', BTC_USD, '90000'),
  {
    id: 'fall',
    feedId: ETH_USD,
    armedAt: 1,
    trigger: { kind: 'crosses', direction: 'below', level: '2500' },
  },
  {
    id: 'move',
    feedId: BTC_USD,
    armedAt: 1,
    trigger: {
      kind: 'moves',
      direction: 'either',
      by: { unit: 'percent', amount: '5' },
      since: { from: 'window', seconds: 86_400 },
    },
  },
];

/** A browser with the extension and the service of its prices, which are simulated. */
export interface Stage {
  browser: ExtensionBrowser;
  service: PriceService;
}

/**
 * Runs the extension in one language with local services.
 *
 * @param items stored besides the watchlist
 */
export async function onStage<T>(
  language: string,
  items: Record<string, unknown>,
  work: (stage: Stage) => Promise<T>,
): Promise<T> {
  const extensionDir = await buildExtension('chromium', language);
  const service = await startPriceService();
  const history = await startHistoryService();
  const browser = await launchExtension('chromium', { extensionDir, loopbackOnly: true });
  try {
    await browser.storageSet('local', { ...localItems(service, history), ...items });
    return await work({ browser, service });
  } finally {
    await browser.close();
    await history.close();
    await service.close();
  }
}

/**
 * Waits until every row has its line and its change, and the list what it loads after its first
 * paint, so that the light and the dark picture show the same.
 */
export async function allDrawn(page: Page): Promise<void> {
  await page.waitForFunction(
    () =>
      Array.from(document.querySelectorAll('[data-part="watchlist"] li')).every(
        (row) =>
          row.querySelector('[data-part="spark"] > path') !== null &&
          row.querySelector('[data-part="change"]:not([data-way="none"])') !== null,
      ),
    { timeout: DRAWN_WITHIN_MS },
  );
  await page.waitForSelector('[data-part="day-strip"]', { timeout: DRAWN_WITHIN_MS });
  await settled(page);
}
