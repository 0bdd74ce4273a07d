import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Page } from 'puppeteer-core';
import { settled, still } from '../browser/page-output.ts';
import type { ColorScheme, ExtensionBrowser } from './extension.ts';

/** In CSS pixels. */
export interface Size {
  width: number;
  height: number;
}

/** The popup in the toolbar. */
export const POPUP_SIZE: Size = { width: 380, height: 600 };
/** At the density of a high-resolution display. */
export const POPUP_VIEWPORT = { ...POPUP_SIZE, deviceScaleFactor: 2 };
export const OPTIONS_SIZE: Size = { width: 1_000, height: 720 };

export interface Shot {
  /** Such as `popup.html#alerts`. */
  view: string;
  size: Size;
  /** Brings the view to the state that the picture shows. */
  until?: (page: Page) => Promise<void>;
  /** Default false: only the window. */
  isWhole?: boolean;
}

/** Photographs a view at the density of a high-resolution display. Returns the picture as base64. */
export async function photograph(
  browser: ExtensionBrowser,
  { view, size, until, isWhole = false }: Shot,
  { scheme = 'light', path }: { scheme?: ColorScheme; path?: `${string}.png` } = {},
): Promise<string> {
  const page = await browser.openPage(view, { ...size, deviceScaleFactor: 2 });
  await settled(page);
  await until?.(page);
  await browser.setColorScheme(page, scheme);
  await still(page);
  const picture = await page.screenshot({ encoding: 'base64', fullPage: isWhole });
  await page.close();
  // The driver writes no file if it returns the picture as text.
  if (path !== undefined) {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, picture, 'base64');
  }
  return picture;
}

/**
 * Photographs a view in both themes.
 *
 * @param path without the theme and the ending
 * @returns the files
 */
export async function photographThemes(
  browser: ExtensionBrowser,
  shot: Shot,
  path: string,
): Promise<string[]> {
  const files: string[] = [];
  for (const scheme of ['light', 'dark'] as const) {
    const file = `${path}-${scheme}.png` as const;
    await photograph(browser, shot, { scheme, path: file });
    files.push(file);
  }
  return files;
}
