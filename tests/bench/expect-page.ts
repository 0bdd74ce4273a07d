import type { Page } from 'puppeteer-core';

/**
 * Checks that the tab shows this page. Otherwise a bench would measure the browser's error page once
 * a file is renamed.
 *
 * @param path of the page's URL, such as `/popup.html`
 * @param selector an element that only this page has
 */
export async function expectPage(page: Page, path: string, selector: string): Promise<void> {
  const shown = await page.evaluate((wanted) => {
    const hasElement = document.querySelector(wanted) !== null;
    return { path: location.pathname, url: location.href, hasElement };
  }, selector);
  if (shown.path === path && shown.hasElement) return;
  throw new Error(`Not ${path} with ${selector}: the tab shows ${shown.url}.`);
}
