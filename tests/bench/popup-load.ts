import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'puppeteer-core';
import { pause } from '../tools/until.ts';
import { alternate, atMost, type Bench, type Effort, type Measured } from './measure.ts';
import { startBenchScene } from './scene.ts';

const PRICE = '[data-part="watchlist"] [data-part="price"]';
const STATIC_PAGE = 'static.html';
const UNIT = 'ms';

export const popupLoad: Bench = {
  name: 'popup-load',
  what: 'opening the popup, until its prices are painted',
  async run(effort) {
    return [
      { ...(await againstStatic(20, effort)), budget: atMost(1.5, 'ratio') },
      await againstStatic(200, effort),
      await againstShort(1_000, 20, effort),
    ];
  },
};

/** The reference is the popup's own first paint as markup: the minimum for any popup. */
async function againstStatic(feeds: number, { quick }: Effort): Promise<Measured> {
  const scene = await startBenchScene({ feeds, updatesPerSecond: 0 });
  try {
    const page = await scene.openPopup();
    const popupUrl = page.url();
    const staticUrl = new URL(STATIC_PAGE, popupUrl).href;
    const count = await countPrices(page);
    await page.evaluateOnNewDocument(watchPaint, PRICE, count);
    const first = await load(page, popupUrl);
    await writeStaticPage(scene.extensionDir, first.markup);
    const { own, reference } = await alternate(
      async () => {
        // New prices, as in real use, and a stream that does not time out.
        scene.service.pushStream();
        return (await load(page, popupUrl)).atMs;
      },
      async () => (await load(page, staticUrl)).atMs,
      rounds(quick),
    );
    return {
      name: `popup-load-${feeds}`,
      what: `popup load until its prices are painted, ${feeds} feeds`,
      unit: UNIT,
      samples: own,
      reference: { what: `a static page with the same ${first.nodes} nodes`, samples: reference },
      note: "the static page is the popup's first paint with the same styles, in the same extension",
    };
  } finally {
    await scene.end();
  }
}

/** Two popups, each in a browser of its own. */
async function againstShort(feeds: number, few: number, { quick }: Effort): Promise<Measured> {
  const scenes = [
    await startBenchScene({ feeds, updatesPerSecond: 0 }),
    await startBenchScene({ feeds: few, updatesPerSecond: 0 }),
  ];
  try {
    const [long, short] = await Promise.all(
      scenes.map(async (scene) => {
        const page = await scene.openPopup();
        await page.evaluateOnNewDocument(watchPaint, PRICE, await countPrices(page));
        return async () => {
          scene.service.pushStream();
          return (await load(page, page.url())).atMs;
        };
      }),
    );
    if (!long || !short) throw new TypeError('two popups are compared');
    const { own, reference } = await alternate(long, short, rounds(quick));
    return {
      name: `popup-load-${feeds}`,
      what: `popup load until its prices are painted, ${feeds} feeds`,
      unit: UNIT,
      samples: own,
      reference: { what: `the same popup with ${few} feeds`, samples: reference },
      note: 'only rows near the window are in the document',
      budget: atMost(1.3, 'ratio'),
    };
  } finally {
    for (const scene of scenes) await scene.end();
  }
}

function rounds(quick: boolean) {
  return { rounds: quick ? 9 : 31, warmUp: 3 };
}

/** How many prices the popup has in its document: those near the window. */
async function countPrices(page: Page): Promise<number> {
  return (await page.$$(PRICE)).length;
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
interface Painted {
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
async function load(page: Page, url: string): Promise<Painted> {
  // Let leftover work of the previous page finish.
  await page.goto('about:blank');
  await pause(100);
  await page.goto(url);
  const painted = await page.evaluate(() => (globalThis as Watched).painted);
  if (!painted || page.url() !== url) throw new Error(`Nothing was measured at ${url}.`);
  return painted;
}

// Runs in each page of the tab, so it cannot use anything outside itself.
function watchPaint(selector: string, count: number): void {
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
