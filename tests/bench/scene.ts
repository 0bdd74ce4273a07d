import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'puppeteer-core';
import type { BackgroundUpdates } from '../../lib/domain/settings.ts';
import { followedFeeds } from '../../lib/storage/values/catalog.ts';
import { buildCatalog } from '../price-service/catalog.ts';
import { startPriceService, type PriceService } from '../price-service/server.ts';
import { trustInLocal } from '../price-service/test-signers.ts';
import { builtExtension } from '../tools/build.ts';
import type { ExtensionBrowser } from '../tools/extension.ts';
import { launchExtension } from '../tools/launch-extension.ts';
import { createProfile, removeProfile } from '../tools/profiles.ts';
import { POPUP_VIEWPORT } from '../tools/photograph.ts';
import { until } from '../tools/until.ts';

/** A browser with the extension, whose watchlist contains feeds of a local price service. */
export interface BenchScene {
  service: PriceService;
  browser: ExtensionBrowser;
  /** The ids of the watchlist. */
  ids: readonly string[];
  /** A copy of the built extension, to which a bench may add pages. */
  extensionDir: string;
  profileDir: string;
  /** Opens an extension page that stays visible and focused even behind another tab. */
  open: (path: string) => Promise<Page>;
  /** Opens the popup and waits until its rows show prices. */
  openPopup: () => Promise<Page>;
  end: () => Promise<void>;
}

interface SceneOptions {
  feeds: number;
  /** The stream's rate; with 0, only `pushStream` sends. */
  updatesPerSecond: number;
  mode?: BackgroundUpdates;
  /** More services of the user, after the scene's own. */
  others?: readonly PriceService[];
  /** Changes the copy of the built extension before the browser loads it. */
  prepare?: (extensionDir: string) => Promise<void>;
}

/** Starts the service and the browser, and configures the extension. */
export async function startBenchScene(options: SceneOptions): Promise<BenchScene> {
  const { feeds, updatesPerSecond, mode = 'balanced' } = options;
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
    const profileDir = await createProfile('chromium');
    cleanups.push(() => removeProfile(profileDir));
    const launch = { extensionDir, profileDir, loopbackOnly: true };
    const browser = await launchExtension('chromium', launch);
    cleanups.push(() => browser.close());
    const services = [service, ...(options.others ?? [])];
    const selected = buildCatalog(feeds).slice(0, feeds);
    const ids = selected.map(({ id }) => id);
    await browser.storageSet('local', {
      watchlist: ids,
      ...followedFeeds.entry(
        Object.fromEntries(selected.map(({ id, attributes }) => [id, attributes])),
      ),
      connection: { $version: 2, value: services.map(serviceAt) },
      backgroundUpdates: mode,
      trust: trustInLocal(),
    });

    const open = async (path: string): Promise<Page> => {
      const page = await browser.openPage(path, POPUP_VIEWPORT);
      await page.emulateFocusedPage(true);
      return page;
    };
    const openPopup = async (): Promise<Page> => {
      const page = await open('popup.html');
      await waitForPrices(page, service);
      return page;
    };
    return { service, browser, ids, extensionDir, profileDir, open, openPopup, end };
  } catch (error) {
    await end();
    throw error;
  }
}

function serviceAt({ url: baseUrl }: PriceService, place: number) {
  const name = `Service ${place + 1}`;
  const flags = { isPaused: false, mayMixUnverified: false };
  return { id: `service-${place}`, name, baseUrl, headers: [], ...flags };
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
