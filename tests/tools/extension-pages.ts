import type { Browser, Page, Viewport } from 'puppeteer-core';
import { workbenchCalls, WORKBENCH, type ExtensionBrowser } from './extension.ts';
import { BROWSER_WAIT_MS } from './limits.ts';
import { watchPage } from './page-watch.ts';
import { within } from './until.ts';
import { createWorkbench } from './workbench.ts';

const ANSWER_MS = 1_000;

type Common = Pick<
  ExtensionBrowser,
  | 'badge'
  | 'closeWorkbench'
  | 'consoleLines'
  | 'findPage'
  | 'inActionPopup'
  | 'openActionPopup'
  | 'gone'
  | 'openPage'
  | 'pageErrors'
  | 'storageGet'
  | 'storageSet'
>;

/** The part of the driver that is the same in both browsers: the extension's pages. */
export interface ExtensionPages {
  common: Common;
  /** The page through which the extension's APIs are reached. */
  workbench: () => Promise<Page>;
  /** Violations of the content security policy, if the browser reports them to pages. */
  violations: readonly string[];
  /** The lines of `common`; others may be added. */
  consoleLines: string[];
}

interface PagesOptions {
  origin: string;
  nextTab: () => Promise<Page>;
  /** Opens a URL and resolves when the page shows it. */
  goTo: (page: Page, url: string) => Promise<unknown>;
}

export function createExtensionPages(
  browser: Browser,
  { origin, nextTab, goTo }: PagesOptions,
): ExtensionPages {
  const findings = {
    violations: new Array<string>(),
    pageErrors: new Array<string>(),
    consoleLines: new Array<string>(),
  };
  const openPage = async (path: string, viewport?: Viewport): Promise<Page> => {
    const page = await nextTab();
    // For what puppeteer waits for by itself, such as a button to click.
    page.setDefaultTimeout(BROWSER_WAIT_MS);
    watchPage(page, findings);
    if (viewport) await page.setViewport(viewport);
    await goTo(page, `${origin}/${path}`);
    return page;
  };
  const workbench = createWorkbench(() => openPage(WORKBENCH));
  return {
    workbench: workbench.page,
    violations: findings.violations,
    consoleLines: findings.consoleLines,
    common: {
      ...workbenchCalls(workbench.page),
      openPage,
      findPage: (path) => findTab(browser, `${origin}/${path}`),
      pageErrors: findings.pageErrors,
      consoleLines: findings.consoleLines,
      closeWorkbench: workbench.close,
      gone: new Promise<void>((done) => browser.once('disconnected', () => done())),
    },
  };
}

/** Returns tabs: first the one that the browser starts with, then new ones. */
export function createTabs(browser: Browser): () => Promise<Page> {
  let isFirst = true;
  return async () => {
    const [initial] = isFirst ? await browser.pages() : [];
    isFirst = false;
    return initial ?? (await browser.newPage());
  };
}

/** The tab whose address starts with `url`. Reads the address in the tab: the driver's may be old. */
async function findTab(browser: Browser, url: string): Promise<Page | undefined> {
  for (const page of await browser.pages()) {
    const address = await within(() => page.evaluate(() => location.href), ANSWER_MS).catch(
      () => '',
    );
    if (address.startsWith(url)) return page;
  }
  return undefined;
}
