import type { Page, Viewport } from 'puppeteer-core';
import { inject } from 'vitest';
import {
  startPriceService,
  type PriceService,
  type PriceServiceOptions,
} from '../price-service/server.ts';
import { builtExtension } from '../tools/build.ts';
import type { ExtensionBrowser, LaunchOptions } from '../tools/extension.ts';
import { launchExtension } from '../tools/launch-extension.ts';
import { POPUP_VIEWPORT } from '../tools/photograph.ts';
import { LISTED } from './feeds.ts';
import { includeInFailureReport } from './failure-report.ts';
import { installInShared } from './shared-browser.ts';

/** A price service and a browser with the newly installed extension. */
export interface Scene {
  service: PriceService;
  browser: ExtensionBrowser;
  /** `hash`: the view, such as `#alerts`. */
  openPopup: (hash?: string) => Promise<Page>;
  /** `hash`: the section, such as `#backup`. */
  openOptions: (hash?: string) => Promise<Page>;
  /** Stores a short watchlist, unless there is one, and the connection settings without the form, where that is not the subject. */
  connect: () => Promise<void>;
  /** Lets the extension send its next requests at once, where its rate limit is not the subject. */
  resetRateLimit: () => Promise<void>;
  /** Asks for prices at once, as “Try again” does. */
  refresh: () => Promise<void>;
  /** Closes the pages that were opened here. */
  closePages: () => Promise<void>;
  end: () => Promise<void>;
}

/** Whether to skip what doesn't depend on the browser: in Firefox, except for a release. */
export function isShortened(): boolean {
  return inject('browserKind') === 'firefox' && process.env['ALL_SPECS'] === undefined;
}

interface SceneOptions {
  service?: PriceServiceOptions;
  browser?: Partial<LaunchOptions>;
}

export async function startScene(options: SceneOptions = {}): Promise<Scene> {
  const service = await startPriceService({
    // Each update costs a tenth of a second of CPU time: in its page, its worker and the service. A
    // stream without any is taken for dead.
    updatesPerSecond: 0.1,
    greets: true,
    ...options.service,
  });
  const browser = await launchBrowser(options.browser).catch(async (error: unknown) => {
    await service.close();
    throw error;
  });
  const pages: Page[] = [];
  const open = async (path: string, viewport?: Viewport): Promise<Page> => {
    const page = await browser.openPage(path, viewport);
    pages.push(page);
    return page;
  };
  return {
    service,
    browser,
    openOptions: (hash = '') => open(`options.html${hash}`),
    openPopup: (hash = '') => open(`popup.html${hash}`, POPUP_VIEWPORT),
    async connect() {
      const listed = await browser.storageGet('local', 'watchlist');
      await browser.storageSet('local', {
        connection: { baseUrl: service.url, headers: [] },
        watchlist: listed ?? LISTED,
      });
    },
    resetRateLimit: () =>
      browser.storageSet('local', { requestBudget: { sentAt: [], pausedUntil: 0 } }),
    refresh: () =>
      browser.storageSet('session', {
        [`question:${Date.now()} ${crypto.randomUUID()}`]: { kind: 'refresh' },
      }),
    async closePages() {
      for (const page of pages.splice(0)) await browser.closePage(page);
    },
    async end() {
      await browser.close();
      await service.close();
    },
  };
}

/**
 * Provides the current kind of browser in English, which can only reach this machine, with the newly
 * installed extension. Specs share it, unless one has wishes of its own for the browser.
 */
export async function launchBrowser(
  options: Partial<LaunchOptions> = {},
): Promise<ExtensionBrowser> {
  const kind = inject('browserKind');
  const {
    extensionDir = builtExtension(kind),
    keepsWelcome = false,
    keepsSamples = false,
    ...own
  } = options;
  const install = { extensionDir, keepsWelcome, keepsSamples };
  const browser =
    Object.keys(own).length === 0
      ? await installInShared(install)
      : await launchExtension(kind, { isEnglish: true, loopbackOnly: true, ...install, ...own });
  return {
    ...browser,
    async openPage(path, viewport) {
      const page = await browser.openPage(path, viewport);
      await includeInFailureReport(page);
      return page;
    },
  };
}
