import type { Page } from 'puppeteer-core';
import type { ExtensionBrowser, StorageArea } from '../tools/extension.ts';
import { WORKBENCH } from '../tools/extension.ts';
import { launchExtension } from '../tools/launch-extension.ts';
import { CLOCK_OFFSET } from './clock-instrument.ts';
import { startRecording, takeRecorded, type Change } from './recording.ts';
import { startViewing, type View } from './views.ts';

/** The user's side of a run: a Chromium that is opened and closed, a page that is looked at. */
export interface Driver {
  /** All that was seen in extension storage so far. */
  readonly changes: readonly Change[];
  /** What popup and tooltip showed while a page was open. */
  readonly views: readonly View[];
  readonly pageErrors: readonly string[];
  /** The extension's local clock minus true time, milliseconds. */
  readonly clockOffsetMs: number;
  isOpen: () => boolean;
  isLooking: () => boolean;
  open: () => Promise<void>;
  close: () => Promise<void>;
  /** Opens the popup's page. */
  look: () => Promise<void>;
  /** Leaves no page of the extension open. */
  lookAway: () => Promise<void>;
  killWorker: () => Promise<void>;
  /** Steps the extension's local clock, milliseconds; positive: ahead. */
  stepClock: (ms: number) => Promise<void>;
  /** The ids of the notifications that stand there; they are cleared. While a page is open. */
  takeNotifications: () => Promise<string[]>;
  /** Brings `changes` up to date. */
  collect: () => Promise<void>;
  read: (area: StorageArea, key: string) => Promise<unknown>;
  write: (area: StorageArea, items: Record<string, unknown>) => Promise<void>;
}

export function createDriver(extensionDir: string, profileDir: string): Driver {
  const changes: Change[] = [];
  const views: View[] = [];
  const pageErrors: string[] = [];
  let clockOffsetMs = 0;
  let stopViewing: (() => void) | undefined;
  let browser: ExtensionBrowser | undefined;
  /** Its address is the extension's while somebody looks, else a blank page's. */
  let recorder: Page | undefined;
  let popup: Page | undefined;

  function running(): ExtensionBrowser {
    if (!browser) throw new Error('the browser is closed');
    return browser;
  }

  async function collect(): Promise<void> {
    if (recorder && popup) changes.push(...(await takeRecorded(recorder)));
  }

  /** Calls through the workbench leave no page behind where nobody looks. */
  async function throughWorkbench<T>(work: (open: ExtensionBrowser) => Promise<T>): Promise<T> {
    const result = await work(running());
    if (!popup) await running().closeWorkbench();
    return result;
  }

  const write = (area: StorageArea, items: Record<string, unknown>): Promise<void> =>
    throughWorkbench((open) => open.storageSet(area, items));

  async function lookAway(): Promise<void> {
    await collect();
    stopViewing?.();
    await popup?.close();
    popup = undefined;
    await browser?.closeWorkbench();
    await recorder?.goto('about:blank');
  }

  return {
    changes,
    views,
    pageErrors,
    get clockOffsetMs() {
      return clockOffsetMs;
    },
    isOpen: () => browser !== undefined,
    isLooking: () => popup !== undefined,
    async open() {
      browser = await launchExtension('chromium', {
        extensionDir,
        profileDir,
        loopbackOnly: true,
      });
      recorder = await browser.openPage(WORKBENCH);
    },
    async close() {
      stopViewing?.();
      await collect();
      if (browser) pageErrors.push(...browser.pageErrors);
      await browser?.close();
      browser = undefined;
      // It is kept in session storage.
      clockOffsetMs = 0;
      recorder = undefined;
      popup = undefined;
    },
    async look() {
      if (popup) return;
      popup = await running().openPage('popup.html');
      if (!recorder) throw new Error('the recording page is missing');
      // The popup's address is the extension's.
      await recorder.goto(new URL(WORKBENCH, popup.url()).href);
      await startRecording(recorder);
      const page = recorder;
      stopViewing = startViewing(popup, () => page.evaluate(readTooltip), views);
    },
    lookAway,
    killWorker: () => throughWorkbench((open) => open.stopWorker()),
    async stepClock(ms) {
      clockOffsetMs += ms;
      await write('session', { [CLOCK_OFFSET]: clockOffsetMs });
    },
    takeNotifications: () => (recorder ? recorder.evaluate(takeAll) : Promise.resolve([])),
    collect,
    read: (area, key) => throughWorkbench((open) => open.storageGet(area, key)),
    write,
  };
}

declare const chrome: {
  action: { getTitle: (details: object) => Promise<string> };
  notifications: {
    getAll: () => Promise<Record<string, unknown>>;
    clear: (id: string) => Promise<boolean>;
  };
};

// The next two run in the page: they stand alone.

async function readTooltip(): Promise<string> {
  return await chrome.action.getTitle({});
}

async function takeAll(): Promise<string[]> {
  const ids = Object.keys(await chrome.notifications.getAll());
  for (const id of ids) await chrome.notifications.clear(id);
  return ids;
}
