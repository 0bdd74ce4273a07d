import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from 'puppeteer-core';
import { until } from '../tools/until.ts';

// Receipts and statements: saved pages that check themselves.

/**
 * Opens a page from disk in the browser of another page. The browser can reach only this machine,
 * and here not even that.
 */
export async function openProof(beside: Page, markup: string): Promise<Page> {
  const folder = await mkdtemp(join(tmpdir(), 'pricelight-proof-'));
  const path = join(folder, 'proof.html');
  try {
    await writeFile(path, markup);
    const page = await beside.browser().newPage();
    await page.setOfflineMode(true);
    await page.goto(pathToFileURL(path).href);
    return page;
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** The result, once the page has checked itself. */
export function verdictOf(page: Page): Promise<string> {
  return until(
    async () => {
      const state = await page.evaluate(
        () => document.querySelector('[data-verdict]')?.getAttribute('data-state') ?? '',
      );
      return state === '' ? undefined : state;
    },
    { what: 'the verdict' },
  );
}

type Data = Record<string, unknown>;

/** The page with other data, its script and policy untouched. */
export function withData(markup: string, change: (data: Data) => Data): string {
  return markup.replace(
    /(<script type="application\/json">)([^<]*)/,
    (_, start: string, text: string) =>
      start + JSON.stringify(change(JSON.parse(text) as Data)).replaceAll('<', '\\u003c'),
  );
}

/** How much wider the content of a page is than its window, in px. */
export function overflowOf(page: Page): Promise<number> {
  return page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
}
