import type { Page } from 'puppeteer-core';
import { BTC_USD, ETH_USD } from '../../browser/feeds.ts';
import { settled, still } from '../../browser/page-output.ts';
import { startPriceService } from '../../price-service/server.ts';
import { trustInLocal } from '../../price-service/test-signers.ts';
import { buildExtension } from '../../tools/build.ts';
import type { ColorScheme, ExtensionBrowser } from '../../tools/extension.ts';
import { launchExtension } from '../../tools/launch-extension.ts';
import { startWatchlist } from '../../tools/start-watchlist.ts';
import type { Shots, Size } from './shots.ts';

/** Of the popup. */
export const POPUP: Size = { width: 380, height: 600 };
const OPTIONS: Size = { width: 1_000, height: 620 };

// A level for each that its price is some way from, once and repeatedly.
const ALERTS = [
  { id: 'rise', feedId: BTC_USD, armedAt: 1, trigger: crosses('above', '125000') },
  { id: 'fall', feedId: ETH_USD, armedAt: 1, trigger: crosses('below', '1500') },
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

/**
 * Runs the extension with the local price service, whose prices are simulated, and photographs its
 * views.
 */
export async function withShots(
  language: string,
  picture: (browser: ExtensionBrowser, shots: Shots) => Promise<void>,
): Promise<void> {
  const extensionDir = await buildExtension('chromium', language);
  const service = await startPriceService({});
  const browser = await launchExtension('chromium', { extensionDir, loopbackOnly: true });
  try {
    await browser.storageSet('local', {
      connection: { baseUrl: service.url, headers: [] },
      ...(await startWatchlist(service, false)),
      trust: trustInLocal(),
      alerts: ALERTS,
    });
    const shots: Shots = {
      list: await take(browser, { view: 'popup.html', size: POPUP, until: drawn }),
      listDark: await take(browser, {
        view: 'popup.html',
        size: POPUP,
        until: drawn,
        scheme: 'dark',
      }),
      proof: await take(browser, {
        view: `popup.html#feed/${BTC_USD}`,
        size: POPUP,
        until: proofOpen,
      }),
      alerts: await take(browser, { view: 'popup.html#alerts', size: POPUP }),
      options: await take(browser, { view: 'options.html#about', size: OPTIONS }),
    };
    await picture(browser, shots);
  } finally {
    await browser.close();
    await service.close();
  }
}

interface Shot {
  view: string;
  size: Size;
  scheme?: ColorScheme;
  /** Brings the view to what the picture is about. */
  until?: (page: Page) => Promise<void>;
}

async function take(browser: ExtensionBrowser, shot: Shot): Promise<string> {
  const page = await browser.openPage(shot.view);
  await page.setViewport({ ...shot.size, deviceScaleFactor: 2 });
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

/** Every row has the line of its last day. */
export async function drawn(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const rows = [...document.querySelectorAll('li[data-id]')];
    return rows.length > 0 && rows.every((row) => row.querySelector('[data-part="spark"]'));
  });
}

async function proofOpen(page: Page): Promise<void> {
  const button = '[data-part="proof"] button';
  await page.click(button);
  await page.waitForSelector(`${button}[aria-expanded="true"]`);
  await settled(page);
  await page.$eval('[data-part="proof"]', (strip) => strip.scrollIntoView({ block: 'start' }));
}
