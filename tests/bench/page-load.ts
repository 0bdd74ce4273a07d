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
        note: 'the static page is what the popup drew, as markup with the same style, in the same extension',
      });
    }
    // Where the time goes: what no popup could do without, and what none of React's could.
    rows.push({
      ...(await measurePageLoad(20, effort, SCRIPTED_PAGE)),
      name: 'load-script-20',
      what: 'the same for one line of script that reads the storage, then puts that markup in',
    });
    rows.push({
      ...(await measurePageLoad(20, effort, EQUIPPED_PAGE)),
      name: 'load-libraries-20',
      what: 'the same with React DOM, the polyfill and the checks loaded, but not the popup',
    });
    return rows;
  },
};

/** Milliseconds from the navigation to the painted prices: a page's and the static page's. */
export async function measurePageLoad(
  feeds: number,
  { quick }: Effort,
  measured = 'popup.html',
): Promise<Pick<Measured, 'unit' | 'samples' | 'reference'>> {
  const scene = await startBenchScene({ feeds, updatesPerSecond: 0 });
  try {
    const page = await scene.openPopup();
    const drawn = await page.evaluate(readDrawn, PRICE);
    await writePages(scene, drawn.root, feeds);
    const urlOf = (name: string): string => page.url().replace(/popup\.html.*$/, name);
    const ownUrl = urlOf(measured);
    const staticUrl = urlOf(STATIC_PAGE);
    await page.evaluateOnNewDocument(watchPaint, PRICE, {
      'popup.html': drawn.prices,
      [STATIC_PAGE]: feeds,
      [SCRIPTED_PAGE]: feeds,
      [EQUIPPED_PAGE]: feeds,
    });
    const { own, reference } = await alternate(
      async () => {
        // As fresh as in life, and the stream does not fall silent.
        scene.service.pushStream();
        return await load(page, ownUrl);
      },
      () => load(page, staticUrl),
      { rounds: quick ? 9 : 31, warmUp: 3 },
    );
    return {
      unit: 'ms',
      samples: own,
      reference: { what: `a static page of ${feeds} rows`, samples: reference },
    };
  } finally {
    await scene.end();
  }
}

async function load(page: Page, url: string): Promise<number> {
  // What the page before left to do is over, and the machine at rest.
  await page.goto('about:blank');
  await pause(100);
  await page.goto(url);
  return await page.evaluate(() => (globalThis as unknown as { painted: Promise<number> }).painted);
}

/**
 * Pages with the popup's own head and its rows, as many as there are feeds: as markup, and put in by
 * a script, without and with all that the popup loads beside its own code.
 */
async function writePages(scene: BenchScene, drawn: string, feeds: number): Promise<void> {
  const popup = await readFile(join(scene.extensionDir, 'popup.html'), 'utf8');
  const bare = popup.replaceAll(SCRIPTS, '').replaceAll(PRELOADS, '');
  const root = withRows(drawn, feeds);
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
  // The last one is the popup's own.
  const libraries = [...popup.matchAll(SCRIPTS)].map(([script]) => script).slice(0, -1);
  await put(EQUIPPED_PAGE, withScripts(libraries));
}

const SCRIPTS = /<script[^>]*>\s*<\/script>/g;
const PRELOADS = /<link rel="modulepreload"[^>]*>/g;

function withRows(root: string, feeds: number): string {
  const rows = [...root.matchAll(/<li[\s\S]*?<\/li>/g)].map(([row]) => row);
  const missing = Array.from({ length: feeds - rows.length }, (_, n) => rows[n % rows.length]);
  return root.replace('</ul>', () => `${missing.join('')}</ul>`);
}

function writerOf(root: string): string {
  return `await Promise.all([chrome.storage.local.get('watchlist'), chrome.storage.session.get(null)]);
    document.getElementById('root').innerHTML = ${JSON.stringify(root)};`;
}

// The next two run in the page: they stand alone.

function readDrawn(price: string): { root: string; prices: number } {
  return {
    root: document.getElementById('root')?.innerHTML ?? '',
    prices: document.querySelectorAll(price).length,
  };
}

/** Notes when as many prices stand in the document and the frame that shows them was drawn. */
function watchPaint(price: string, wanted: Record<string, number>): void {
  const count = wanted[location.pathname.slice(1)];
  if (count === undefined) return;
  const { promise, resolve } = Promise.withResolvers<number>();
  Object.assign(globalThis, { painted: promise });
  const observer = new MutationObserver(() => {
    if (document.querySelectorAll(price).length < count) return;
    observer.disconnect();
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      // oxlint-disable-next-line unicorn/prefer-add-event-listener -- this way it starts by itself
      port1.onmessage = () => resolve(performance.now());
      port2.postMessage(null);
    });
  });
  observer.observe(document, { childList: true, subtree: true });
}
