import type { Page } from 'puppeteer-core';
import { BTC_USD, ETH_USD } from '../../browser/feeds.ts';
import { settled, still } from '../../browser/page-output.ts';
import { startHistoryService } from '../../history-service/server.ts';
import { startPriceService, type PriceService } from '../../price-service/server.ts';
import { trustInLocal } from '../../price-service/test-signers.ts';
import { buildExtension } from '../../tools/build.ts';
import type { ColorScheme, ExtensionBrowser } from '../../tools/extension.ts';
import { launchExtension } from '../../tools/launch-extension.ts';
import { startWatchlist } from '../../tools/start-watchlist.ts';
import type { Shots, Size } from './shots.ts';

const FILL_TIMEOUT_MS = 240_000;

/** Of the popup. */
export const POPUP: Size = { width: 380, height: 600 };
const OPTIONS: Size = { width: 1_000, height: 620 };

// Levels that the prices are some way from.
const ALERTS = [
  { id: 'rise', feedId: BTC_USD, armedAt: 1, trigger: crosses('above', '90000') },
  { id: 'fall', feedId: ETH_USD, armedAt: 1, trigger: crosses('below', '2500') },
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

function crosses(direction: string, level: string) {
  return { kind: 'crosses', direction, level };
}

/** Photographs the extension's views and passes the pictures on. */
export async function withShots(
  language: string,
  picture: (browser: ExtensionBrowser, shots: Shots) => Promise<void>,
): Promise<void> {
  await withExtension(language, async ({ browser }) => {
    const list = { view: 'popup.html', size: POPUP, until: drawn };
    const proof = { view: `popup.html#feed/${BTC_USD}`, size: POPUP, until: proofOpen };
    const shots: Shots = {
      list: await take(browser, list),
      listDark: await take(browser, { ...list, scheme: 'dark' }),
      proof: await take(browser, proof),
      alerts: await take(browser, { view: 'popup.html#alerts', size: POPUP }),
      options: await take(browser, { view: 'options.html#trust', size: OPTIONS }),
    };
    await picture(browser, shots);
  });
}

/** A browser with the extension and the service of its prices. */
export interface Stage {
  browser: ExtensionBrowser;
  service: PriceService;
  watchlist: readonly string[];
}

/** Runs the extension with local services, whose prices are simulated. */
export async function withExtension(
  language: string,
  work: (stage: Stage) => Promise<void>,
): Promise<void> {
  const extensionDir = await buildExtension('chromium', language);
  const service = await startPriceService({});
  const history = await startHistoryService({});
  const browser = await launchExtension('chromium', { extensionDir, loopbackOnly: true });
  try {
    const { watchlist } = await startWatchlist(service);
    await browser.storageSet('local', {
      connection: { baseUrl: service.url, headers: [] },
      historyServices: { first: { baseUrl: history.url, headers: [] } },
      watchlist,
      trust: trustInLocal(),
      alerts: ALERTS,
    });
    await work({ browser, service, watchlist });
  } finally {
    await browser.close();
    await history.close();
    await service.close();
  }
}

export interface Shot {
  view: string;
  size: Size;
  scheme?: ColorScheme;
  /** Brings the view to the state that the picture shows. */
  until?: (page: Page) => Promise<void>;
}

/** Photographs a view. Returns the picture as base64. */
export async function take(browser: ExtensionBrowser, shot: Shot): Promise<string> {
  const page = await browser.openPage(shot.view, { ...shot.size, deviceScaleFactor: 2 });
  await settled(page);
  await shot.until?.(page);
  await browser.setColorScheme(page, shot.scheme ?? 'light');
  await still(page);
  const picture = await page.screenshot({ encoding: 'base64' });
  await page.close();
  return picture;
}

/** Opens a blank tab in the same browser. */
export async function openBlank(browser: ExtensionBrowser): Promise<Page> {
  return (await browser.openPage('popup.html')).browser().newPage();
}

/** Every row has its line and its change. */
export async function drawn(page: Page): Promise<void> {
  await page.waitForFunction(
    () =>
      Array.from(document.querySelectorAll('[data-part="watchlist"] li')).every(
        (row) =>
          row.querySelector('[data-part="spark"] > path') !== null &&
          row.querySelector('[data-part="change"]:not([data-way="none"])') !== null,
      ),
    { timeout: FILL_TIMEOUT_MS },
  );
}

async function proofOpen(page: Page): Promise<void> {
  const button = '[data-part="proof"] button';
  await page.click(button);
  await page.waitForSelector(`${button}[aria-expanded="true"]`);
  await settled(page);
  await page.$eval('[data-part="proof"]', (strip) => strip.scrollIntoView({ block: 'start' }));
}
