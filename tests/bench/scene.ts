import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'puppeteer-core';
import type { BackgroundUpdates } from '../../lib/storage/settings.ts';
import { buildCatalogue } from '../price-service/catalogue.ts';
import { startPriceService, type PriceService } from '../price-service/server.ts';
import { findBrowser } from '../tools/browsers.ts';
import { builtExtension } from '../tools/build.ts';
import type { ExtensionBrowser } from '../tools/extension.ts';
import { launchExtension } from '../tools/launch-extension.ts';
import { createProfile, removeProfile } from '../tools/profiles.ts';
import { POPUP_VIEWPORT } from '../tools/screenshots.ts';
import { until } from '../tools/until.ts';
import { LOCAL_TRUST } from './worker-path.ts';

/** A browser whose extension follows some feeds of a local price service. */
export interface BenchScene {
  service: PriceService;
  browser: ExtensionBrowser;
  /** A copy of the built extension, into which a bench may put pages of its own. */
  extensionDir: string;
  profileDir: string;
  /** A page of the extension that counts as seen, also behind another tab. */
  open: (path: string) => Promise<Page>;
  /** The popup, once its rows show prices. */
  openPopup: () => Promise<Page>;
  end: () => Promise<void>;
}

interface SceneOptions {
  feeds: number;
  /** Of the stream; 0: only pushes send. */
  updatesPerSecond: number;
  mode?: BackgroundUpdates;
  /** Where the extension finds the service, if not at its own address. */
  addressOf?: (service: PriceService) => Promise<string>;
}

/** Starts the service and the browser, and sets the extension up as a user would have. */
export async function startBenchScene(options: SceneOptions): Promise<BenchScene> {
  const { feeds, updatesPerSecond, mode = 'balanced' } = options;
  const endings: (() => Promise<void>)[] = [];
  const end = async (): Promise<void> => {
    for (const ending of endings.splice(0).toReversed()) await ending();
  };
  try {
    const service = await startPriceService({ extraFeeds: feeds, updatesPerSecond });
    endings.push(() => service.close());
    const extensionDir = await mkdtemp(join(tmpdir(), 'pricelight-bench-'));
    endings.push(() => rm(extensionDir, { recursive: true, force: true }));
    await cp(builtExtension('chromium'), extensionDir, { recursive: true });
    const profileDir = await createProfile(findBrowser('chromium', { install: false }));
    endings.push(() => removeProfile(profileDir));
    const browser = await launchExtension('chromium', {
      extensionDir,
      profileDir,
      loopbackOnly: true,
    });
    endings.push(() => browser.close());
    const baseUrl = (await options.addressOf?.(service)) ?? service.url;
    await browser.storageSet('local', { ...followed(feeds), ...settings(baseUrl, mode) });

    const open = async (path: string): Promise<Page> => {
      const page = await browser.openPage(path);
      await page.emulateFocusedPage(true);
      await page.setViewport(POPUP_VIEWPORT);
      return page;
    };
    const openPopup = async (): Promise<Page> => {
      const page = await open('popup.html');
      await waitForPrices(page, service);
      return page;
    };
    return { service, browser, extensionDir, profileDir, open, openPopup, end };
  } catch (error) {
    await end();
    throw error;
  }
}

function followed(feeds: number) {
  const chosen = buildCatalogue(feeds).slice(0, feeds);
  return {
    watchlist: chosen.map(({ id }) => id),
    followedFeeds: Object.fromEntries(chosen.map(({ id, attributes }) => [id, attributes])),
  };
}

function settings(baseUrl: string, mode: BackgroundUpdates) {
  return {
    connection: { baseUrl, headers: [] },
    backgroundUpdates: mode,
    trust: LOCAL_TRUST,
  };
}

/** Until every row that is drawn has its price; without a clockwork the service is nudged. */
async function waitForPrices(page: Page, service: PriceService): Promise<void> {
  await until(
    async () => {
      const { rows, prices } = await page.evaluate(() => ({
        rows: document.querySelectorAll('[aria-label="Watchlist"] li').length,
        prices: document.querySelectorAll('[aria-label="Watchlist"] [data-part="price"]').length,
      }));
      if (rows > 0 && prices === rows) return true;
      service.pushStream();
      return false;
    },
    // A thousand feeds need a dozen streams, of which the request limit lets ten through at once.
    { what: 'a price in every row', timeoutMs: 120_000, everyMs: 1_000 },
  );
}
