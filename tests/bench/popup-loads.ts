import type { Page } from 'puppeteer-core';
import { load, watchLoads, type Wanted } from './load-page.ts';
import type { BenchScene } from './scene.ts';

const PRICE = '[data-part="watchlist"] [data-part="price"]';

/** Opens the popup; returns how to measure a load of it until its prices are painted. */
export async function preparePopup(
  scene: BenchScene,
  rows: number,
): Promise<() => Promise<number>> {
  const page = await scene.openPopup();
  const wanted = { selector: PRICE, root: '#root', counts: { '/popup.html': rows } };
  const measure = await prepareLoads(page, page.url(), wanted);
  return () => {
    // New prices, as in real use, and a stream that does not time out.
    scene.service.pushStream();
    return measure();
  };
}

/** Returns how to measure a load of a page in this tab, in milliseconds. */
export async function prepareLoads(
  page: Page,
  url: string,
  wanted: Wanted,
): Promise<() => Promise<number>> {
  await watchLoads(page, wanted);
  return async () => (await load(page, url, wanted)).atMs;
}
