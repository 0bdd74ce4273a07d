import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'puppeteer-core';
import type { BenchScene } from './scene.ts';

const PRICE = '[data-part="watchlist"] [data-part="price"]';
const STATIC_PAGE = 'static.html';

/** The popup, and what it is compared with. */
export interface Compared {
  popupUrl: string;
  /** The popup's own first paint as markup: the minimum for any popup. */
  staticUrl: string;
  /** How many prices are painted. */
  count: number;
  /** How many elements and text nodes the static page has. */
  nodes: number;
}

/** Opens the popup and writes the static page beside it. */
export async function prepareStatic(scene: BenchScene): Promise<Compared & { page: Page }> {
  const page = await scene.openPopup();
  const popupUrl = page.url();
  const staticUrl = new URL(STATIC_PAGE, popupUrl).href;
  const count = await countPrices(page);
  await watchPaint(page, count);
  const { markup, nodes } = await load(page, popupUrl);
  await writeStaticPage(scene.extensionDir, markup);
  return { page, popupUrl, staticUrl, count, nodes };
}

/** How many prices the popup has in its document: those near the window. */
export async function countPrices(page: Page): Promise<number> {
  return (await page.$$(PRICE)).length;
}

/** Lets the next documents of a page record when this many prices are painted. */
export async function watchPaint(page: Page, count: number): Promise<void> {
  await page.evaluateOnNewDocument(recordPaint, PRICE, count);
}

const SCRIPTS = /<(?:script|link rel="modulepreload")[^>]*>(?:\s*<\/script>)?/g;

/** Writes a page with the popup's head and this content. */
async function writeStaticPage(extensionDir: string, root: string): Promise<void> {
  const popup = await readFile(join(extensionDir, 'popup.html'), 'utf8');
  const page = popup
    .replaceAll(SCRIPTS, '')
    .replace(/<div id="root">\s*<\/div>/, () => `<div id="root">${root}</div>`);
  await writeFile(join(extensionDir, STATIC_PAGE), page);
}

/** A page, and when its prices were painted. */
export interface Painted {
  /** Milliseconds since navigation. */
  atMs: number;
  /** Inner HTML of its root. */
  markup: string;
  /** How many elements and text nodes it has. */
  nodes: number;
}

interface Watched {
  painted?: Promise<Painted>;
}

/** Loads a page in a tab that `watchPaint` watches, until its prices are painted. */
export async function load(page: Page, url: string): Promise<Painted> {
  await page.goto(url);
  const painted = await page.evaluate(() => (globalThis as Watched).painted);
  if (!painted || page.url() !== url) throw new Error(`Nothing was measured at ${url}.`);
  return painted;
}

// Runs in each page of the tab, so it cannot use anything outside itself.
function recordPaint(selector: string, count: number): void {
  const { promise, resolve } = Promise.withResolvers<Painted>();
  Object.assign(globalThis, { painted: promise });
  const observer = new MutationObserver(() => {
    if (document.querySelectorAll(selector).length < count) return;
    observer.disconnect();
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      // oxlint-disable-next-line unicorn/prefer-add-event-listener -- addEventListener would also need start()
      port1.onmessage = () => {
        const atMs = performance.now();
        const walker = document.createTreeWalker(document.body);
        let nodes = 0;
        while (walker.nextNode()) nodes += 1;
        resolve({ atMs, markup: document.getElementById('root')?.innerHTML ?? '', nodes });
      };
      port2.postMessage(null);
    });
  });
  observer.observe(document, { childList: true, subtree: true });
}
