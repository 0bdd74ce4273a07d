import type { Browser, Page } from 'puppeteer-core';
import { within } from './until.ts';

const ANSWER_MS = 1_000;

/** How puppeteer shall take the signals that reach this process. */
export function signalHandling(
  endsOnSignals: boolean,
): Record<'handleSIGINT' | 'handleSIGTERM' | 'handleSIGHUP', boolean> {
  return {
    handleSIGINT: endsOnSignals,
    handleSIGTERM: endsOnSignals,
    handleSIGHUP: endsOnSignals,
  };
}

/** Gives tabs: first the one that the browser starts with, then new ones. */
export function createTabs(): (browser: Browser) => Promise<Page> {
  let isFirst = true;
  return async (browser) => {
    const [initial] = isFirst ? await browser.pages() : [];
    isFirst = false;
    return initial ?? (await browser.newPage());
  };
}

/** The tab whose address begins so. The tab itself is asked: the driver may not know. */
export async function findTab(browser: Browser, url: string): Promise<Page | undefined> {
  for (const page of await browser.pages()) {
    const address = await within(() => page.evaluate(() => location.href), ANSWER_MS).catch(
      () => '',
    );
    if (address.startsWith(url)) return page;
  }
  return undefined;
}
