import type { Page } from 'puppeteer-core';
import type { BrowserKind } from './browsers.ts';

/** The extension APIs that the tools use inside an extension page. */
interface ExtensionApi {
  storage: Record<
    StorageArea,
    {
      get: (keys?: string | string[] | null) => Promise<Record<string, unknown>>;
      set: (items: Record<string, unknown>) => Promise<void>;
    }
  >;
  action: {
    getBadgeText: (details: object) => Promise<string>;
    getBadgeBackgroundColor: (details: object) => Promise<number[]>;
    getTitle: (details: object) => Promise<string>;
  };
}

export type StorageArea = 'local' | 'session';
export type ColourScheme = 'light' | 'dark';

export interface Badge {
  text: string;
  /** `#rrggbb` */
  colour: string;
  /** The tooltip. */
  title: string;
}

export interface LaunchOptions {
  /** Default: true. */
  headless?: boolean;
  /** The built extension. */
  extensionDir: string;
  /** An existing profile, which the caller removes; default: a fresh one, removed by `close`. */
  profileDir?: string;
  /** Reaches nothing but this machine: no test may depend on, or bother, a public service. */
  loopbackOnly?: boolean;
  /**
   * Chromium: `consoleLines` holds what the worker writes as well. A debugger is attached for that,
   * which keeps the worker alive.
   */
  watchesWorker?: boolean;
  /** Default true: a signal to this process ends the browser. false: the caller sees to it. */
  endsOnSignals?: boolean;
}

/** A running browser with the extension in it. */
export interface ExtensionBrowser {
  readonly kind: BrowserKind;
  /** As the browser names itself. */
  readonly version: string;
  /** Opens one of the extension's pages, such as `popup.html` or `options.html#…`, in a tab. */
  openPage: (path: string) => Promise<Page>;
  /** The tab that shows a page whose path begins so, whoever opened it. */
  findPage: (path: string) => Promise<Page | undefined>;
  storageGet: (area: StorageArea, key: string) => Promise<unknown>;
  storageSet: (area: StorageArea, items: Record<string, unknown>) => Promise<void>;
  /** What the toolbar button shows, read back from the browser. */
  badge: () => Promise<Badge>;
  /**
   * Clicks a notification that is shown, or the button at this place of it. Chromium's cannot be
   * reached: its worker, which must be running, is told of a click. Firefox's have no buttons.
   */
  pressNotification: (id: string, button?: number) => Promise<void>;
  /** Ends the background at once, as the browser does after a while without work. */
  stopWorker: () => Promise<void>;
  setColourScheme: (page: Page, scheme: ColourScheme) => Promise<void>;
  /** What the content security policy refused on the extension's pages so far. */
  cspViolations: () => Promise<string[]>;
  /** Uncaught errors of the pages so far. */
  readonly pageErrors: readonly string[];
  /** What the pages (and a watched worker) wrote to their consoles so far. */
  readonly consoleLines: readonly string[];
  /** Closes the tab through which storage and badge are read; the next such call opens it again. */
  closeWorkbench: () => Promise<void>;
  /** Settles when the browser is gone, whoever ended it. */
  readonly gone: Promise<void>;
  close: () => Promise<void>;
}

/** A document of the extension in which none of its code runs, so that it changes nothing. */
export const WORKBENCH = 'manifest.json';

/** `get` of one key, `set` and the badge, through the extension's own APIs in its workbench page. */
export function workbenchCalls(
  workbench: () => Promise<Page>,
): Pick<ExtensionBrowser, 'storageGet' | 'storageSet' | 'badge'> {
  return {
    async storageGet(area, key) {
      const page = await workbench();
      const found = await page.evaluate(readStorage, area, key);
      return found[key];
    },
    async storageSet(area, items) {
      const page = await workbench();
      await page.evaluate(writeStorage, area, items);
    },
    async badge() {
      const page = await workbench();
      const { text, rgba, title } = await page.evaluate(readBadge);
      return { text, colour: toHex(rgba), title };
    },
  };
}

// The next three run in the page: they stand alone.

declare const browser: ExtensionApi | undefined;
declare const chrome: ExtensionApi;

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
