import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'puppeteer-core';
import { OUTPUT } from './build.ts';
import type { ColorScheme, ExtensionBrowser } from './extension.ts';

const FOLDER = join(OUTPUT, 'screenshots');
const SCHEMES: readonly ColorScheme[] = ['light', 'dark'];

/** The popup's size in the toolbar, at the density of a good display. */
export const POPUP_VIEWPORT = { width: 380, height: 600, deviceScaleFactor: 2 };

const OPTIONS_VIEWPORT = { width: 1_000, height: 720, deviceScaleFactor: 2 };

/** Takes screenshots of the open popup and the options page in both color schemes. */
export async function takeScreenshots(browser: ExtensionBrowser, popup: Page): Promise<string[]> {
  await mkdir(FOLDER, { recursive: true });
  const files = await photograph(browser, popup, 'popup');
  const options = await browser.openPage('options.html');
  await options.setViewport(OPTIONS_VIEWPORT);
  await options.waitForSelector('form, main');
  files.push(...(await photograph(browser, options, 'options')));
  return files;
}

async function photograph(browser: ExtensionBrowser, page: Page, name: string): Promise<string[]> {
  await page.bringToFront();
  const files: string[] = [];
  for (const scheme of SCHEMES) {
    await browser.setColorScheme(page, scheme);
    // Wait until the transitions to the other colors are over.
    await page.evaluate(async () => {
      await Promise.allSettled(document.getAnimations().map((animation) => animation.finished));
    });
    const path = `${FOLDER}/${name}-${scheme}.png` as const;
    await page.screenshot({ path, fullPage: name === 'options' });
    files.push(path);
  }
  return files;
}
