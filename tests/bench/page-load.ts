import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'puppeteer-core';
import { pause } from '../tools/until.ts';
import type { Bench, Effort } from './bench-kind.ts';
import { alternate } from './rounds.ts';
import type { Measured } from './row.ts';
import { startBenchScene, type BenchScene } from './scene.ts';

const STATIC_PAGE = 'static.html';
const SCRIPTED_PAGE = 'scripted.html';
const EQUIPPED_PAGE = 'equipped.html';
const WRITER = 'writer.js';
const PRICE = '[aria-label="Watchlist"] [data-part="price"]';

export const pageLoad: Bench = {
  name: 'popup-load',
  what: 'opening the popup until its prices are painted',
  async run(effort) {
    const rows: Measured[] = [];
    for (const feeds of [20, 200]) {
      rows.push({
        ...(await measurePageLoad(feeds, effort)),
        name: `popup-load-${feeds}`,
        what: `popup page load until ${feeds} prices are painted`,
      });
    }
    // Where the time goes: what no popup could do without, and what no popup with React could.
    rows.push({
      ...(await measurePageLoad(20, effort, SCRIPTED_PAGE)),
      name: 'load-script-20',
      what: 'the same for one line of script that reads the storage, then inserts that markup',
    });
    rows.push({
      ...(await measurePageLoad(20, effort, EQUIPPED_PAGE)),
      name: 'load-libraries-20',
      what: 'the same with React DOM, the polyfill and zod loaded, but not the popup',
    });
    return rows;
  },
};

/** Milliseconds from the navigation to the painted prices, of a page and of the static page. */
export async function measurePageLoad(
  feeds: number,
  { quick }: Effort,
  measured = 'popup.html',
): Promise<Pick<Measured, 'unit' | 'samples' | 'reference' | 'note'>> {
  const scene = await startBenchScene({ feeds, updatesPerSecond: 0 });
  try {
    const page = await scene.openPopup();
    const urlOf = (name: string): string => page.url().replace(/popup\.html.*$/, name);
    const first = await captureFirstPaint(page);
    await writePages(scene, first.markup);
    const names = ['popup.html', STATIC_PAGE, SCRIPTED_PAGE, EQUIPPED_PAGE];
    const counts = Object.fromEntries(names.map((name) => [name, first.prices]));
    await page.evaluateOnNewDocument(watchPaint, PRICE, counts);
    const { own, reference } = await alternate(
      async () => {
        // Fresh prices, as in real use, and a stream that does not fall silent.
        scene.service.pushStream();
        return (await load(page, urlOf(measured))).atMs;
      },
      async () => (await load(page, urlOf(STATIC_PAGE))).atMs,
      { rounds: quick ? 9 : 31, warmUp: 3 },
    );
    return {
      unit: 'ms',
      samples: own,
      reference: { what: `a static page of the same ${first.nodes} nodes`, samples: reference },
      note: 'its markup is the popup’s own first paint, with the same styles, in the same extension',
    };
  } finally {
    await scene.end();
  }
}

interface FirstPaint {
  markup: string;
  /** How many prices it shows. */
  prices: number;
  /** How many elements and texts it has. */
  nodes: number;
}

/**
 * Opens the popup once more and captures what it has when all its prices are first painted: what a
 * page adds later, such as rows below the fold, must not count for the reference alone.
 */
async function captureFirstPaint(page: Page): Promise<FirstPaint> {
  const prices = await page.evaluate((price) => document.querySelectorAll(price).length, PRICE);
  const script = await page.evaluateOnNewDocument(watchPaint, PRICE, { 'popup.html': prices });
  const { markup, nodes } = await load(page, page.url());
  await page.removeScriptToEvaluateOnNewDocument(script.identifier);
  return { markup, prices, nodes };
}

interface Painted {
  /** Milliseconds since the navigation. */
  atMs: number;
  /** Of the page's root at that time. */
  markup: string;
  nodes: number;
}

async function load(page: Page, url: string): Promise<Painted> {
  // Lets the work that the previous page left behind finish.
  await page.goto('about:blank');
  await pause(100);
  await page.goto(url);
  return await page.evaluate(
    () => (globalThis as unknown as { painted: Promise<Painted> }).painted,
  );
}

/**
 * Pages with the popup's own head and the given content: as markup, and inserted by a script, without
 * and with all that the popup loads beside its own code.
 */
async function writePages(scene: BenchScene, root: string): Promise<void> {
  const popup = await readFile(join(scene.extensionDir, 'popup.html'), 'utf8');
  const bare = popup.replaceAll(SCRIPTS, '').replaceAll(PRELOADS, '');
  const put = (name: string, text: string) => writeFile(join(scene.extensionDir, name), text);
  const withScripts = (scripts: readonly string[]): string => {
    const writer = `<script type="module" src="/${WRITER}"></script>`;
    return bare.replace('</head>', () => `${scripts.join('')}${writer}</head>`);
  };
  await put(
    STATIC_PAGE,
    bare.replace(/<div id="root">\s*<\/div>/, () => `<div id="root">${root}</div>`),
  );
  await put(WRITER, writerOf(root));
  await put(SCRIPTED_PAGE, withScripts([]));
  // The last script is the popup's own.
  const libraries = [...popup.matchAll(SCRIPTS)].map(([script]) => script).slice(0, -1);
  await put(EQUIPPED_PAGE, withScripts(libraries));
}

const SCRIPTS = /<script[^>]*>\s*<\/script>/g;
const PRELOADS = /<link rel="modulepreload"[^>]*>/g;

function writerOf(root: string): string {
  return `await Promise.all([chrome.storage.local.get('watchlist'), chrome.storage.session.get(null)]);
    document.getElementById('root').innerHTML = ${JSON.stringify(root)};`;
}

/** Runs in the page: notes when so many prices are in the document and their frame was drawn. */
function watchPaint(price: string, wanted: Record<string, number>): void {
  const count = wanted[location.pathname.slice(1)];
  if (count === undefined) return;
  const { promise, resolve } = Promise.withResolvers<Painted>();
  Object.assign(globalThis, { painted: promise });
  const observer = new MutationObserver(() => {
    if (document.querySelectorAll(price).length < count) return;
    observer.disconnect();
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      // oxlint-disable-next-line unicorn/prefer-add-event-listener -- this way it starts by itself
      port1.onmessage = () => {
        const atMs = performance.now();
        const root = document.getElementById('root');
        const walker = document.createTreeWalker(document.body);
        let nodes = 0;
        while (walker.nextNode()) nodes += 1;
        resolve({ atMs, markup: root?.innerHTML ?? '', nodes });
      };
      port2.postMessage(null);
    });
  });
  observer.observe(document, { childList: true, subtree: true });
}
