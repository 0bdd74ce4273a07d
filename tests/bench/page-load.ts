import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'puppeteer-core';
import type { Bench, Effort } from './bench-kind.ts';
import { load, watchLoads, type Painted, type Wanted } from './load-page.ts';
import { countPrices } from './popup-loads.ts';
import { alternate } from './rounds.ts';
import type { Measured } from './row.ts';
import { startBenchScene, type BenchScene } from './scene.ts';

const POPUP = 'popup.html';
const STATIC_PAGE = 'static.html';
const SCRIPTED_PAGE = 'scripted.html';
const LIBRARIES_PAGE = 'libraries.html';
const WRITER = 'writer.js';
const PRICE = '[data-part="watchlist"] [data-part="price"]';

export const pageLoad: Bench = {
  name: 'popup-load',
  what: 'opening the popup, until its prices are painted',
  async run(effort) {
    const rows: Measured[] = [];
    for (const feeds of [20, 200]) {
      rows.push({
        ...(await measurePageLoad(feeds, effort)),
        name: `popup-load-${feeds}`,
        what: `popup load until its prices are painted, ${feeds} feeds`,
      });
    }
    // Where the time goes: the minimum for any popup, and the minimum for a popup with React.
    rows.push({
      ...(await measurePageLoad(20, effort, SCRIPTED_PAGE)),
      name: 'load-script-20',
      what: 'load of a page with one line of script that reads storage and inserts 20 prices',
    });
    rows.push({
      ...(await measurePageLoad(20, effort, LIBRARIES_PAGE)),
      name: 'load-libraries-20',
      what: "the same page with the popup's libraries, without the popup's own code",
    });
    return rows;
  },
};

/**
 * Milliseconds from navigation to painted prices, for a page and for the static page.
 *
 * @param path the page to measure
 */
export async function measurePageLoad(
  feeds: number,
  { quick }: Effort,
  path = POPUP,
): Promise<Pick<Measured, 'unit' | 'samples' | 'reference' | 'note'>> {
  const scene = await startBenchScene({ feeds, updatesPerSecond: 0 });
  try {
    const page = await scene.openPopup();
    const ownUrl = new URL(path, page.url()).href;
    const staticUrl = new URL(STATIC_PAGE, page.url()).href;
    const prices = await countPrices(page);
    const first = await captureFirstPaint(page, prices);
    await writePages(scene, first.markup);
    const pages = [POPUP, STATIC_PAGE, SCRIPTED_PAGE, LIBRARIES_PAGE];
    const wanted = pricesOn(pages, prices);
    await watchLoads(page, wanted);
    const { own, reference } = await alternate(
      async () => {
        // New prices, as in real use, and a stream that does not time out.
        scene.service.pushStream();
        return (await load(page, ownUrl, wanted)).atMs;
      },
      async () => (await load(page, staticUrl, wanted)).atMs,
      { rounds: quick ? 9 : 31, warmUp: 3 },
    );
    return {
      unit: 'ms',
      samples: own,
      reference: { what: `a static page with the same ${first.nodes} nodes`, samples: reference },
      note: "the static page is the popup's first paint with the same styles, in the same extension",
    };
  } finally {
    await scene.end();
  }
}

function pricesOn(pages: readonly string[], prices: number): Wanted {
  const counts = Object.fromEntries(pages.map((name) => [`/${name}`, prices]));
  return { selector: PRICE, root: '#root', counts };
}

/**
 * Reopens the popup and captures its content when its prices are first painted. Content that the
 * popup adds later, such as rows below the fold, would make only the reference slower.
 */
async function captureFirstPaint(page: Page, prices: number): Promise<Painted> {
  const wanted = pricesOn([POPUP], prices);
  const stopWatching = await watchLoads(page, wanted);
  const painted = await load(page, page.url(), wanted);
  await stopWatching();
  return painted;
}

/**
 * Writes three pages with the popup's head and the given content: as static markup, inserted by a
 * script, and inserted by a script after the popup's libraries are loaded.
 */
async function writePages(scene: BenchScene, root: string): Promise<void> {
  const popup = await readFile(join(scene.extensionDir, 'popup.html'), 'utf8');
  const scriptless = popup.replaceAll(SCRIPTS, '').replaceAll(PRELOADS, '');
  const write = (name: string, text: string) => writeFile(join(scene.extensionDir, name), text);
  const withScripts = (scripts: readonly string[]): string => {
    const writer = `<script type="module" src="/${WRITER}"></script>`;
    return scriptless.replace('</head>', () => `${scripts.join('')}${writer}</head>`);
  };
  await write(
    STATIC_PAGE,
    scriptless.replace(/<div id="root">\s*<\/div>/, () => `<div id="root">${root}</div>`),
  );
  await write(WRITER, writerOf(root));
  await write(SCRIPTED_PAGE, withScripts([]));
  // The last script is the popup's own.
  const libraries = [...popup.matchAll(SCRIPTS)].map(([script]) => script).slice(0, -1);
  await write(LIBRARIES_PAGE, withScripts(libraries));
}

const SCRIPTS = /<script[^>]*>\s*<\/script>/g;
const PRELOADS = /<link rel="modulepreload"[^>]*>/g;

function writerOf(root: string): string {
  return `await Promise.all([chrome.storage.local.get('watchlist'), chrome.storage.session.get(null)]);
    document.getElementById('root').innerHTML = ${JSON.stringify(root)};`;
}
