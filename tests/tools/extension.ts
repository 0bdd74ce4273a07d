import type { Page, Viewport } from 'puppeteer-core';
import type { Browser as ExtensionApi } from 'webextension-polyfill';
import type { BrowserKind } from './browsers.ts';

type ViewType = 'popup' | 'tab';
export type StorageArea = 'local' | 'session';
export type ColorScheme = 'light' | 'dark';

interface Badge {
  text: string;
  /** `#rrggbb` */
  color: string;
  /** The tooltip. */
  title: string;
}

export interface HostOptions {
  /** Default: true. */
  headless?: boolean;
  /** Only for a browser that is not headless, in pixels of the screen. */
  windowSize?: { width: number; height: number };
  /** An existing profile, which the caller removes; default: a new one, which `close` removes. */
  profileDir?: string;
  /** Default false: the browser, and so the extension, uses the language of the system. */
  isEnglish?: boolean;
  /** The browser can only reach this machine, so that no test uses a public service. */
  loopbackOnly?: boolean;
  /**
   * Chromium: `consoleLines` includes those of the worker. This needs a debugger, which keeps the
   * worker alive.
   */
  watchesWorker?: boolean;
  /** Default true: a signal to this process ends the browser. false: the caller does that. */
  endsOnSignals?: boolean;
}

export interface InstallOptions {
  /** The built extension. */
  extensionDir: string;
  /** Default false: the welcome page that opens after the install is dismissed. */
  keepsWelcome?: boolean;
  /** Default false: sample prices end before the browser is handed over, unless the welcome page stays. */
  keepsSamples?: boolean;
}

export interface LaunchOptions extends HostOptions, InstallOptions {}

/** The extension in a running browser. */
export interface InstalledExtension {
  readonly kind: BrowserKind;
  /** The browser's own name and version. */
  readonly version: string;
  /**
   * Opens one of the extension's pages, such as `popup.html` or `options.html#…`, in a tab.
   *
   * @param viewport of the tab before the page loads, because a wide one wants more than a popup
   */
  openPage: (path: string, viewport?: Viewport) => Promise<Page>;
  /**
   * Runs `read` with the window of a tab whose path starts with `path`, whoever opened it;
   * `undefined` if there is none. Firefox's driver loses sight of a tab that it did not open.
   */
  inTab: <T>(path: string, read: (tab: Window) => T) => Promise<Awaited<T> | undefined>;
  /** Closes such a tab. Returns false if there is none. */
  closeTab: (path: string) => Promise<boolean>;
  storageGet: (area: StorageArea, key: string) => Promise<unknown>;
  storageSet: (area: StorageArea, items: Record<string, unknown>) => Promise<void>;
  /** What the toolbar button shows, read from the browser. */
  badge: () => Promise<Badge>;
  /** Opens the popup of the toolbar button, as a click on it does. Needs a browser with a display. */
  openActionPopup: () => Promise<void>;
  /** Runs `read` with the window of that popup; `undefined` if it is not open. */
  inActionPopup: <T>(read: (popup: Window) => T) => Promise<T | undefined>;
  /**
   * Clicks a shown notification. Chromium's cannot be reached, so the event is dispatched in the
   * worker, which must be running.
   */
  pressNotification: (id: string) => Promise<void>;
  /** Reloads the extension from its folder, as an update does; closes its pages. */
  reinstall: () => Promise<void>;
  /** Ends the worker at once, as the browser does when it is idle. */
  stopWorker: () => Promise<void>;
  setColorScheme: (page: Page, scheme: ColorScheme) => Promise<void>;
  /** Violations of the content security policy on the extension's pages so far. */
  cspViolations: () => Promise<string[]>;
  /** Uncaught errors of the pages so far. */
  readonly pageErrors: readonly string[];
  /** Console lines of the pages, and of a watched worker, so far. */
  readonly consoleLines: readonly string[];
  /** Closes a page that was opened here, but keeps its tab for the next one. */
  closePage: (page: Page) => Promise<void>;
  /**
   * Closes all pages and removes all that is stored, except `items`, which starts the worker. Returns
   * false if something other than a tab is still open.
   */
  forget: (items: Record<string, unknown>) => Promise<boolean>;
  /** Closes the tabs that show no page: the one that reads storage and badge, and those kept. */
  closeOwnTabs: () => Promise<void>;
  /** Resolves when the browser has ended, whoever ended it. */
  readonly gone: Promise<void>;
  /** Closes all tabs and uninstalls the extension. */
  remove: () => Promise<void>;
}

/** A running browser with the extension in it. */
export interface ExtensionBrowser extends Omit<InstalledExtension, 'remove'> {
  close: () => Promise<void>;
}

/** A document of the extension that runs none of its code, so it changes nothing. */
export const WORKBENCH = 'manifest.json';

/** Storage and badge, through the extension's own APIs in its workbench page. */
export function workbenchCalls(workbench: () => Promise<Page>) {
  const inView = async <T>(
    type: ViewType,
    path: string,
    read: (view: Window) => T,
  ): Promise<Awaited<T> | undefined> => {
    const page = await workbench();
    const view = [type, path].map((part) => JSON.stringify(part)).join();
    // The page's own copy of `read`: a window cannot leave the browser.
    const found = await page.evaluate(`(${readInView.toString()})(${view}, ${read.toString()})`);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it is what `read` returns
    return found as Awaited<T> | undefined;
  };
  return {
    async storageGet(area: StorageArea, key: string): Promise<unknown> {
      const page = await workbench();
      const found = await page.evaluate(readStorage, area, key);
      return found[key];
    },
    async storageSet(area: StorageArea, items: Record<string, unknown>): Promise<void> {
      const page = await workbench();
      await page.evaluate(writeStorage, area, items);
    },
    async badge(): Promise<Badge> {
      const page = await workbench();
      const { text, rgba, title } = await page.evaluate(readBadge);
      return { text, color: toHex(rgba), title };
    },
    async openActionPopup(): Promise<void> {
      const page = await workbench();
      await page.bringToFront();
      await page.evaluate(openPopup);
    },
    inActionPopup: <T>(read: (popup: Window) => T) => inView('popup', '', read),
    inTab: <T>(path: string, read: (tab: Window) => T) => inView('tab', path, read),
    closeTab: async (path: string) => (await inView('tab', path, removeTab)) ?? false,
  };
}

// The others run in the page, without access to this module.

declare const browser: ExtensionApi | undefined;
declare const chrome: ExtensionApi;

async function openPopup(): Promise<void> {
  await (typeof browser === 'undefined' ? chrome : browser).action.openPopup();
}

function readInView(type: ViewType, path: string, read: (view: Window) => unknown): unknown {
  const { extension } = typeof browser === 'undefined' ? chrome : browser;
  const view = extension
    .getViews({ type })
    .find(({ location }) => `${location.pathname}${location.hash}`.startsWith(`/${path}`));
  return view && read(view);
}

async function removeTab(view: Window): Promise<true> {
  const { tabs }: Pick<ExtensionApi, 'tabs'> = Reflect.get(view, 'chrome');
  const { id = -1 } = await tabs.getCurrent();
  // What a closed page called is never answered.
  await (typeof browser === 'undefined' ? chrome : browser).tabs.remove(id);
  return true;
}

async function readStorage(area: StorageArea, key: string): Promise<Record<string, unknown>> {
  return await (typeof browser === 'undefined' ? chrome : browser).storage[area].get(key);
}

async function writeStorage(area: StorageArea, items: Record<string, unknown>): Promise<void> {
  await (typeof browser === 'undefined' ? chrome : browser).storage[area].set(items);
}

async function readBadge(): Promise<{ text: string; rgba: number[]; title: string }> {
  const { action } = typeof browser === 'undefined' ? chrome : browser;
  return {
    text: await action.getBadgeText({}),
    rgba: Array.from(await action.getBadgeBackgroundColor({})),
    title: await action.getTitle({}),
  };
}

function toHex(rgba: number[]): string {
  return `#${rgba
    .slice(0, 3)
    .map((part) => part.toString(16).padStart(2, '0'))
    .join('')}`;
}
