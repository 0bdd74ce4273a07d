import type { Page } from 'puppeteer-core';

/** One page, opened when it is first needed. */
export interface Workbench {
  page: () => Promise<Page>;
  close: () => Promise<void>;
}

/** Manages the page through which the extension's APIs are called. */
export function createWorkbench(open: () => Promise<Page>): Workbench {
  let opened: Promise<Page> | undefined;
  return {
    page: () => (opened ??= open()),
    async close() {
      const page = await opened;
      opened = undefined;
      await page?.close();
    },
  };
}
