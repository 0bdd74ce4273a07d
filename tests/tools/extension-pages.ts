import type { Browser, Page, Viewport } from 'puppeteer-core';
import type { Browser as ExtensionApi } from 'webextension-polyfill';
import { setCrash } from './browser-crash.ts';
import { workbenchCalls, WORKBENCH } from './extension.ts';
import { BROWSER_WAIT_MS } from './limits.ts';
import { watchPage } from './page-watch.ts';

interface PagesOptions {
  origin: string;
  nextTab: () => Promise<Page>;
  /** Opens a URL and resolves when the page shows it. */
  goTo: (page: Page, url: string) => Promise<unknown>;
  /** Ends what is emulated in a page, so that its tab can be reused. Without it, no tab is. */
  resetLook?: (page: Page) => Promise<void>;
}

const USUAL_VIEWPORT = { width: 1_000, height: 800 };

/** The part of the driver that is the same in both browsers: the extension's pages. */
export function createExtensionPages(
  browser: Browser,
  { origin, nextTab, goTo, resetLook }: PagesOptions,
) {
  const findings = {
    violations: new Array<string>(),
    pageErrors: new Array<string>(),
    consoleLines: new Array<string>(),
  };
  // Opening a tab costs as much as loading a page, because it starts with a process of its own.
  const spare: Page[] = [];
  const newTab = async (viewport?: Viewport): Promise<Page> => {
    const page = await nextTab();
    // For what puppeteer waits for by itself, such as a button to click.
    page.setDefaultTimeout(BROWSER_WAIT_MS);
    watchPage(page, findings);
    // A page that crashed never answers, nor does any other in its process.
    page.once('error', () => {
      setCrash(true);
      browser.process()?.kill('SIGKILL');
    });
    if (viewport) await page.setViewport(viewport);
    return page;
  };
  const spareTab = async (viewport?: Viewport): Promise<Page | undefined> => {
    const page = spare.pop();
    await page?.setViewport(viewport ?? USUAL_VIEWPORT);
    await page?.bringToFront();
    return page;
  };
  const openPage = async (path: string, viewport?: Viewport): Promise<Page> => {
    const page = (await spareTab(viewport)) ?? (await newTab(viewport));
    const url = `${origin}/${path}`;
    if (page.url() !== url) await goTo(page, url);
    return page;
  };
  const closePage = async (page: Page): Promise<void> => {
    if (page.isClosed()) return;
    if (!resetLook) return page.close();
    await goTo(page, `${origin}/${WORKBENCH}`);
    await page.mouse.reset();
    await resetLook(page);
    spare.push(page);
  };
  let opened: Promise<Page> | undefined;
  const workbench = (): Promise<Page> => (opened ??= openPage(WORKBENCH));
  const closeOwnTabs = async (): Promise<void> => {
    const page = await opened;
    opened = undefined;
    await page?.close();
    for (const tab of spare.splice(0)) await tab.close();
  };
  const forget = async (items: Record<string, unknown>): Promise<boolean> => {
    const bench = await workbench();
    for (const page of await browser.pages()) {
      if (page !== bench && !spare.includes(page)) await page.close();
    }
    for (const list of Object.values(findings)) list.length = 0;
    return bench.evaluate(forgetAll, items);
  };
  return {
    /** The page through which the extension's APIs are reached. */
    workbench,
    /** Violations of the content security policy, if the browser reports them to pages. */
    violations: findings.violations,
    /** Others may be added. */
    consoleLines: findings.consoleLines,
    common: {
      ...workbenchCalls(workbench),
      openPage,
      closePage,
      forget,
      pageErrors: findings.pageErrors,
      consoleLines: findings.consoleLines,
      closeOwnTabs,
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

// The rest runs in the workbench, without access to this module.

declare const browser: ExtensionApi | undefined;
declare const chrome: ExtensionApi;

/** Returns false if something other than a tab is still open. */
async function forgetAll(items: Record<string, unknown>): Promise<boolean> {
  const api = typeof browser === 'undefined' ? chrome : browser;
  const { local, session, sync } = api.storage;
  await local.set(items);
  const keys = Object.keys(await local.get(null));
  await local.remove(keys.filter((key) => !(key in items)));
  // A change that wakes the worker.
  await session.set({ forgotten: true });
  await session.clear();
  await sync.clear();
  await api.alarms.clearAll();
  for (const id of Object.keys(await api.notifications.getAll())) await api.notifications.clear(id);
  for (const { name } of await indexedDB.databases()) {
    const deletion = indexedDB.deleteDatabase(name ?? '');
    await new Promise((resolve) => {
      for (const end of ['success', 'error']) deletion.addEventListener(end, resolve);
    });
  }
  const isPanel = ({ location }: Window): boolean => location.pathname === '/sidepanel.html';
  if (api.extension.getViews().some(isPanel)) return false;
  const panels = (await api.runtime.getContexts?.({ contextTypes: ['SIDE_PANEL'] })) ?? [];
  return panels.length === 0;
}
