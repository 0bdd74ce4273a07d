import type { Page } from 'puppeteer-core';
import type { Browser as ExtensionApi } from 'webextension-polyfill';
import type { ExtensionBrowser } from '../tools/extension.ts';
import { WORKBENCH } from '../tools/extension.ts';

/** The extension's notifications, read through one of its own pages. */
export interface NotificationWatch {
  /** By id; the text if the browser provides it (Firefox), otherwise `undefined`. */
  all: () => Promise<Record<string, { title: string; message: string } | undefined>>;
  clear: () => Promise<void>;
}

export async function watchNotifications(browser: ExtensionBrowser): Promise<NotificationWatch> {
  const page: Page = await browser.openPage(WORKBENCH);
  return {
    async all() {
      const found = await page.evaluate(readAll);
      return Object.fromEntries(
        found.map(({ id, title, message }) => [id, title === '' ? undefined : { title, message }]),
      );
    },
    clear: () => page.evaluate(clearAll),
  };
}

// These run in the page, without access to this module.

declare const browser: ExtensionApi | undefined;
declare const chrome: ExtensionApi;

// In Chromium, there is only `true` for each.
async function readAll(): Promise<{ id: string; title: string; message: string }[]> {
  const { notifications } = typeof browser === 'undefined' ? chrome : browser;
  const shown: Record<string, { title?: string; message?: string }> = await notifications.getAll();
  return Object.entries(shown).map(([id, { title = '', message = '' }]) => ({
    id,
    title,
    message,
  }));
}

async function clearAll(): Promise<void> {
  const { notifications } = typeof browser === 'undefined' ? chrome : browser;
  for (const id of Object.keys(await notifications.getAll())) await notifications.clear(id);
}
