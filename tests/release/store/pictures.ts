import { mkdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'puppeteer-core';
import { ROOT } from '../../tools/build.ts';
import type { Step } from '../steps.ts';
import { compositions, iconPage } from './compose.ts';
import { readListing, STORE } from './listing.ts';
import { openBlank, withShots } from './scenes.ts';
import type { Size } from './shots.ts';

const ICON: Size = { width: 128, height: 128 };
const MAX_BYTES = 2_000_000;

/** Takes the stores' pictures in English, and checks their size. */
export const PICTURES: Step = {
  title: 'Pictures for the stores',
  async run() {
    const files = await takeStorePictures('en');
    return `${files.length} in .output/store/en`;
  },
};

/** Takes the stores' pictures in one language. Returns their files. */
export async function takeStorePictures(language: string): Promise<string[]> {
  const listing = await readListing(language);
  const icon = await readFile(join(ROOT, 'assets', 'icon.svg'), 'utf8');
  const folder = join(STORE, language);
  await mkdir(folder, { recursive: true });
  const files: string[] = [];
  await withShots(language, async (browser, shots) => {
    const page = await openBlank(browser);
    for (const { name, html, ...size } of compositions(listing, icon, shots)) {
      files.push(await photograph(page, html, size, `${folder}/${name}.png`));
    }
    files.push(await photograph(page, iconPage(icon), ICON, `${folder}/icon-128.png`));
  });
  return files;
}

async function photograph(
  page: Page,
  html: string,
  size: Size,
  file: `${string}.png`,
): Promise<string> {
  await page.setViewport({ ...size, deviceScaleFactor: 1 });
  await page.setContent(html, { waitUntil: 'load' });
  await page.screenshot({ path: file, omitBackground: size === ICON });
  await expectPicture(file, size);
  return file;
}

async function expectPicture(file: string, { width, height }: Size): Promise<void> {
  const found = pngSize(await readFile(file));
  if (found.width !== width || found.height !== height) {
    throw new Error(`${file} has ${found.width} × ${found.height} pixels`);
  }
  const { size } = await stat(file);
  if (size > MAX_BYTES) throw new Error(`${file} has ${size} bytes, of ${MAX_BYTES}`);
}

/** The size in the header of a PNG. */
function pngSize(file: Buffer): Size {
  return { width: file.readUInt32BE(16), height: file.readUInt32BE(20) };
}
