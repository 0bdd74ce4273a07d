import type { Page } from 'puppeteer-core';
import type { ExtensionBrowser, StorageArea } from '../tools/extension.ts';
import { WORKBENCH } from '../tools/extension.ts';
import { launchExtension } from '../tools/launch-extension.ts';
import { startRecording, takeRecorded, type Change } from './recording.ts';

/** The user's side of a run: a Chromium that is opened and closed, a page that is looked at. */
export interface Driver {
  /** All that was seen in extension storage so far. */
  readonly changes: readonly Change[];
  readonly pageErrors: readonly string[];
  isOpen: () => boolean;
  isLooking: () => boolean;
  open: () => Promise<void>;
  close: () => Promise<void>;
  /** Opens the popup's page. */
  look: () => Promise<void>;
  /** Leaves no page of the extension open. */
  lookAway: () => Promise<void>;
  killWorker: () => Promise<void>;
  /** The ids of the notifications that stand there; they are cleared. While a page is open. */
  takeNotifications: () => Promise<string[]>;
  /** Brings `changes` up to date. */
  collect: () => Promise<void>;
  read: (area: StorageArea, key: string) => Promise<unknown>;
  write: (area: StorageArea, items: Record<string, unknown>) => Promise<void>;
}

export function createDriver(extensionDir: string, profileDir: string): Driver {
  const changes: Change[] = [];
  const pageErrors: string[] = [];
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

  async function lookAway(): Promise<void> {
    await collect();
    await popup?.close();
    popup = undefined;
    await browser?.closeWorkbench();
    await recorder?.goto('about:blank');
  }

  return {
    changes,
    pageErrors,
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
      await collect();
      if (browser) pageErrors.push(...browser.pageErrors);
      await browser?.close();
      browser = undefined;
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
    },
    lookAway,
    killWorker: () => throughWorkbench((open) => open.stopWorker()),
    takeNotifications: () => (recorder ? recorder.evaluate(takeAll) : Promise.resolve([])),
    collect,
    read: (area, key) => throughWorkbench((open) => open.storageGet(area, key)),
    write: (area, items) => throughWorkbench((open) => open.storageSet(area, items)),
  };
}

declare const chrome: {
  notifications: {
    getAll: () => Promise<Record<string, unknown>>;
    clear: (id: string) => Promise<boolean>;
  };
};

// Runs in the page: it stands alone.
async function takeAll(): Promise<string[]> {
  const ids = Object.keys(await chrome.notifications.getAll());
  for (const id of ids) await chrome.notifications.clear(id);
  return ids;
}
