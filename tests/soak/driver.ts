import type { Page } from 'puppeteer-core';
import type { ExtensionBrowser, StorageArea } from '../tools/extension.ts';
import { WORKBENCH } from '../tools/extension.ts';
import { launchExtension } from '../tools/launch-extension.ts';
import { CLOCK_OFFSET } from './clock-instrument.ts';
import { startRecording, takeRecorded, type Change } from './recording.ts';
import { startViewing, type View } from './views.ts';

/** The user's side of a run: a Chromium that is opened and closed, and its popup. */
export interface Driver {
  /** All changes of extension storage so far. */
  readonly changes: readonly Change[];
  /** What popup and tooltip showed while a page was open. */
  readonly views: readonly View[];
  readonly pageErrors: readonly string[];
  /** The extension's local clock minus true time, milliseconds. */
  readonly clockOffsetMs: number;
  isOpen: () => boolean;
  open: () => Promise<void>;
  close: () => Promise<void>;
  openPopup: () => Promise<void>;
  /** Closes every page of the extension. */
  closePages: () => Promise<void>;
  killWorker: () => Promise<void>;
  /** Steps the extension's local clock, milliseconds; positive: ahead. */
  stepClock: (ms: number) => Promise<void>;
  /** Clears the shown notifications and returns their ids. Needs an open page. */
  collectNotifications: () => Promise<string[]>;
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
  /** Shows the workbench while the popup is open, otherwise a blank page. */
  let recorder: Page | undefined;
  let popup: Page | undefined;

  function running(): ExtensionBrowser {
    if (!browser) throw new Error('the browser is closed');
    return browser;
  }

  async function collect(): Promise<void> {
    if (recorder && popup) changes.push(...(await takeRecorded(recorder)));
  }

  /** Runs `work` through the workbench, and closes it unless the popup is open. */
  async function throughWorkbench<T>(work: (open: ExtensionBrowser) => Promise<T>): Promise<T> {
    const result = await work(running());
    // A page counts as open while it can be seen.
    if (popup) await popup.bringToFront();
    else await running().closeWorkbench();
    return result;
  }

  const write = (area: StorageArea, items: Record<string, unknown>): Promise<void> =>
    throughWorkbench((open) => open.storageSet(area, items));

  async function closePages(): Promise<void> {
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
    async open() {
      browser = await launchExtension('chromium', {
        extensionDir,
        profileDir,
        isEnglish: true,
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
      // The offset is in session storage.
      clockOffsetMs = 0;
      recorder = undefined;
      popup = undefined;
    },
    async openPopup() {
      if (popup) return;
      popup = await running().openPage('popup.html');
      if (!recorder) throw new Error('the recording page is missing');
      // The popup's address is the extension's.
      await recorder.goto(new URL(WORKBENCH, popup.url()).href);
      await startRecording(recorder);
      const page = recorder;
      stopViewing = startViewing(popup, () => page.evaluate(readTooltip), views);
    },
    closePages,
    killWorker: () => throughWorkbench((open) => open.stopWorker()),
    async stepClock(ms) {
      clockOffsetMs += ms;
      await write('session', { [CLOCK_OFFSET]: clockOffsetMs });
    },
    collectNotifications: () =>
      recorder ? recorder.evaluate(clearNotifications) : Promise.resolve([]),
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

// The next two run in the page, without access to this module.

async function readTooltip(): Promise<string> {
  return await chrome.action.getTitle({});
}

async function clearNotifications(): Promise<string[]> {
  const ids = Object.keys(await chrome.notifications.getAll());
  for (const id of ids) await chrome.notifications.clear(id);
  return ids;
}
