import { join } from 'node:path';
import type { Page } from 'puppeteer-core';
import { still } from '../browser/page-output.ts';
import type { ColorScheme, ExtensionBrowser } from './extension.ts';

const SCHEMES: readonly ColorScheme[] = ['light', 'dark'];

export interface PictureOptions {
  folder: string;
  /** Of the file, without the theme and the ending. */
  name: string;
  /** In CSS pixels. */
  size: { width: number; height: number };
  /** Whether the picture shows the whole page instead of the window; default false. */
  fullPage?: boolean;
}

/** Photographs an open page at a size, in both themes. */
export async function photograph(
  browser: ExtensionBrowser,
  page: Page,
  { folder, name, size, fullPage = false }: PictureOptions,
): Promise<void> {
  await page.setViewport(size);
  for (const scheme of SCHEMES) {
    await browser.setColorScheme(page, scheme);
    await still(page);
    const path = join(folder, `${name}-${scheme}.png`) as `${string}.png`;
    await page.screenshot({ path, fullPage });
    console.log(path);
  }
}
