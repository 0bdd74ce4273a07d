import type { Page } from 'puppeteer-core';
import type { Effort } from './bench-kind.ts';
import { load, watchLoads, type Wanted } from './load-page.ts';
import { alternate } from './rounds.ts';
import { startBenchScene, type BenchScene, type SceneOptions } from './scene.ts';

const PRICE = '[data-part="watchlist"] [data-part="price"]';

/**
 * Opens the popup; returns a function that measures one load of it, until its prices are painted.
 */
export async function preparePopup(scene: BenchScene): Promise<() => Promise<number>> {
  const page = await scene.openPopup();
  const counts = { '/popup.html': await countPrices(page) };
  const wanted = { selector: PRICE, root: '#root', counts };
  const measure = await prepareLoads(page, page.url(), wanted);
  return () => {
    // New prices, as in real use, and a stream that does not time out.
    scene.service.pushStream();
    return measure();
  };
}

/** How many prices the popup has in its document: those near the window. */
export async function countPrices(page: Page): Promise<number> {
  return (await page.$$(PRICE)).length;
}

/** Opens the popups of two differently set up extensions alternately, each in a browser of its own. */
export async function comparePopups(
  options: SceneOptions,
  referenceOptions: SceneOptions,
  { quick }: Effort,
): ReturnType<typeof alternate> {
  const own = await startBenchScene(options);
  try {
    const reference = await startBenchScene(referenceOptions);
    try {
      return await alternate(await preparePopup(own), await preparePopup(reference), {
        rounds: quick ? 9 : 31,
        warmUp: 3,
      });
    } finally {
      await reference.end();
    }
  } finally {
    await own.end();
  }
}

/** Returns a function that measures one load of a page in this tab, in milliseconds. */
export async function prepareLoads(
  page: Page,
  url: string,
  wanted: Wanted,
): Promise<() => Promise<number>> {
  await watchLoads(page, wanted);
  return async () => (await load(page, url, wanted)).atMs;
}
