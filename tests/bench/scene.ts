import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'puppeteer-core';
import type { BackgroundUpdates } from '../../lib/domain/settings.ts';
import { followedFeeds } from '../../lib/storage/values/catalog.ts';
import { buildCatalog } from '../price-service/catalog.ts';
import { startPriceService, type PriceService } from '../price-service/server.ts';
import { findBrowser } from '../tools/browsers.ts';
import { builtExtension } from '../tools/build.ts';
import type { ExtensionBrowser } from '../tools/extension.ts';
import { launchExtension } from '../tools/launch-extension.ts';
import { createProfile, removeProfile } from '../tools/profiles.ts';
import { POPUP_VIEWPORT } from '../tools/screenshots.ts';
import { until } from '../tools/until.ts';
import { expectPage } from './expect-page.ts';
import { LOCAL_TRUST } from './worker-path.ts';

/** A browser with the extension, whose watchlist contains feeds of a local price service. */
export interface BenchScene {
  service: PriceService;
  browser: ExtensionBrowser;
  /** A copy of the built extension, to which a bench may add pages. */
  extensionDir: string;
  profileDir: string;
  /** Opens an extension page that stays visible and focused even behind another tab. */
  open: (path: string) => Promise<Page>;
  /** Opens the popup and waits until its rows show prices. */
  openPopup: () => Promise<Page>;
  end: () => Promise<void>;
}

export interface SceneOptions {
  feeds: number;
  /** Of the stream; with 0, only `pushStream` sends. */
  updatesPerSecond: number;
  mode?: BackgroundUpdates;
  /** How many price services are set up; default: one. The others are never needed. */
  services?: number;
  /** Whether the user has a holding of every feed, and the rows show values. */
  hasHoldings?: boolean;
  /** The base URL for the extension, if it is not the service's own. */
  baseUrlOf?: (service: PriceService) => Promise<string>;
  /** Changes the copy of the built extension before the browser loads it. */
  prepare?: (extensionDir: string) => Promise<void>;
}

/** Starts the service and the browser, and configures the extension. */
export async function startBenchScene(options: SceneOptions): Promise<BenchScene> {
  const { feeds, updatesPerSecond, mode = 'balanced', services = 1 } = options;
  const cleanups: (() => Promise<void>)[] = [];
  const end = async (): Promise<void> => {
    for (const cleanUp of cleanups.splice(0).toReversed()) await cleanUp();
  };
  try {
    const service = await startPriceService({ extraFeeds: feeds, updatesPerSecond });
    cleanups.push(() => service.close());
    const extensionDir = await mkdtemp(join(tmpdir(), 'pricelight-bench-'));
    cleanups.push(() => rm(extensionDir, { recursive: true, force: true }));
    await cp(builtExtension('chromium'), extensionDir, { recursive: true });
    await options.prepare?.(extensionDir);
    const profileDir = await createProfile(findBrowser('chromium', { install: false }));
    cleanups.push(() => removeProfile(profileDir));
    const browser = await launchExtension('chromium', {
      extensionDir,
      profileDir,
      loopbackOnly: true,
    });
    cleanups.push(() => browser.close());
    const baseUrl = (await options.baseUrlOf?.(service)) ?? service.url;
    await browser.storageSet('local', {
      ...watchlistItems(feeds),
      ...(options.hasHoldings === true && holdingItems(feeds)),
      connection: { $version: 2, value: serviceList(baseUrl, services) },
      backgroundUpdates: mode,
      trust: LOCAL_TRUST,
    });

    const open = async (path: string): Promise<Page> => {
      const page = await browser.openPage(path, POPUP_VIEWPORT);
      await page.emulateFocusedPage(true);
      await expectPage(page, `/${path}`, 'body');
      return page;
    };
    const openPopup = async (): Promise<Page> => {
      const page = await open('popup.html');
      await expectPage(page, '/popup.html', '#root');
      await waitForPrices(page, service);
      return page;
    };
    return { service, browser, extensionDir, profileDir, open, openPopup, end };
  } catch (error) {
    await end();
    throw error;
  }
}

function watchlistItems(feeds: number) {
  const selected = buildCatalog(feeds).slice(0, feeds);
  return {
    watchlist: selected.map(({ id }) => id),
    ...followedFeeds.entry(
      Object.fromEntries(selected.map(({ id, attributes }) => [id, attributes])),
    ),
  };
}

function holdingItems(feeds: number) {
  const selected = buildCatalog(feeds).slice(0, feeds);
  const holding = { quantity: '12.5', cost: { perUnit: '61000.25', currency: 'EUR' } };
  return {
    holdings: Object.fromEntries(selected.map(({ id }) => [id, holding])),
    valuesShown: true,
  };
}

function serviceList(baseUrl: string, count: number) {
  return Array.from({ length: count }, (_, place) => ({
    id: `service-${place}`,
    name: `Service ${place + 1}`,
    baseUrl,
    headers: place === 0 ? [] : [{ name: 'Authorization', value: `Bearer token-${place}` }],
    isPaused: false,
    mayMixUnverified: false,
  }));
}

/** Waits until every rendered row has a price; pushes updates, as the stream may not send any. */
async function waitForPrices(page: Page, service: PriceService): Promise<void> {
  await until(
    async () => {
      const { rows, prices } = await page.evaluate(() => ({
        rows: document.querySelectorAll('[data-part="watchlist"] li[data-id]').length,
        prices: document.querySelectorAll('[data-part="watchlist"] [data-part="price"]').length,
      }));
      if (rows > 0 && prices === rows) return true;
      service.pushStream();
      return false;
    },
    // 1,000 feeds need a dozen streams, and the request limit allows ten at once.
    { what: 'a price in every row', timeoutMs: 120_000, everyMs: 1_000 },
  );
}
