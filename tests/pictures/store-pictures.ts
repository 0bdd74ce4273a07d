import { mkdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'puppeteer-core';
import { BTC_USD } from '../browser/feeds.ts';
import { settled } from '../browser/page-output.ts';
import { readListing, STORE, type Listing } from '../release/listing.ts';
import { ROOT } from '../tools/build.ts';
import type { ExtensionBrowser } from '../tools/extension.ts';
import { photograph, POPUP_SIZE, type Size } from '../tools/photograph.ts';
import { ALERTS, allDrawn, onStage } from './stage.ts';

const SCREENSHOT: Size = { width: 1_280, height: 800 };
const OPTIONS: Size = { width: 1_000, height: 620 };
const ICON: Size = { width: 128, height: 128 };
const POPUP_WIDTH = 418;
const MAX_BYTES = 2_000_000;

/** Takes the stores' pictures in one language. Returns their files. */
export async function takeStorePictures(language: string): Promise<string[]> {
  const listing = await readListing(language);
  const icon = await readFile(join(ROOT, 'assets', 'icon.svg'), 'utf8');
  const folder = join(STORE, language);
  await mkdir(folder, { recursive: true });
  return onStage(language, { alerts: ALERTS }, async ({ browser }) => {
    const pictures = compositions(listing, icon, await takeShots(browser));
    const page = await (await browser.openPage('popup.html')).browser().newPage();
    const files: string[] = [];
    for (const { name, html, size } of pictures) {
      const path = `${folder}/${name}.png` as const;
      await page.setViewport({ ...size, deviceScaleFactor: 1 });
      await page.setContent(html, { waitUntil: 'load' });
      await page.screenshot({ path, omitBackground: size === ICON });
      const { size: bytes } = await stat(path);
      if (bytes > MAX_BYTES) throw new Error(`${path} has ${bytes} bytes, of ${MAX_BYTES}`);
      files.push(path);
    }
    return files;
  });
}

type Shots = Awaited<ReturnType<typeof takeShots>>;

/** Photographs of the extension, as base64 PNGs, to be composed. */
async function takeShots(browser: ExtensionBrowser) {
  const list = { view: 'popup.html', size: POPUP_SIZE, until: allDrawn };
  const proof = { view: `popup.html#feed/${BTC_USD}`, size: POPUP_SIZE, until: openProof };
  return {
    list: await photograph(browser, list),
    listDark: await photograph(browser, list, { scheme: 'dark' }),
    proof: await photograph(browser, proof),
    alerts: await photograph(browser, { view: 'popup.html#alerts', size: POPUP_SIZE }),
    options: await photograph(browser, { view: 'options.html#trust', size: OPTIONS }),
  };
}

async function openProof(page: Page): Promise<void> {
  const button = '[data-part="proof"] button';
  await page.click(button);
  await page.waitForSelector(`${button}[aria-expanded="true"]`);
  await settled(page);
  await page.$eval('[data-part="proof"]', (strip) => strip.scrollIntoView({ block: 'start' }));
}

/** What a store wants: five screenshots, two tiles, and the icon. */
function compositions(listing: Listing, icon: string, shots: Shots) {
  const { headlines, language, meta } = listing;
  const picture = (
    name: string,
    headline: keyof Listing['headlines'],
    images: string,
    { size = SCREENSHOT, layout = '' } = {},
  ) => ({
    name,
    size,
    html: `<!doctype html><html lang="${language}" dir="${meta.direction}"><style>${STYLES}</style>
      <body class="${layout}"><header><p>${icon}<b>${listing.app.name}</b></p>
      <h1>${headlines[headline]}</h1></header><div>${images}</div></body></html>`,
  });
  return [
    picture('1-watchlist', 'watchlist', image(shots.list)),
    picture('2-proof', 'proof', image(shots.proof)),
    picture('3-alerts', 'alerts', image(shots.alerts)),
    picture('4-themes', 'themes', image(shots.list, 370) + image(shots.listDark, 370)),
    picture('5-options', 'options', image(shots.options, OPTIONS.width), { layout: 'column' }),
    picture('tile-440x280', 'watchlist', '', {
      size: { width: 440, height: 280 },
      layout: 'small',
    }),
    picture('tile-1400x560', 'watchlist', image(shots.list, 400) + image(shots.listDark, 400), {
      size: { width: 1_400, height: 560 },
      layout: 'cut',
    }),
    // On a transparent ground, with the margin that the Chrome Web Store asks for.
    {
      name: 'icon-128',
      size: ICON,
      html: `<style>body { margin: 0 } svg { display: block; margin: 12.8px; width: 102.4px }</style>${icon}`,
    },
  ];
}

function image(picture: string, width = POPUP_WIDTH): string {
  return `<img src="data:image/png;base64,${picture}" width="${width}">`;
}

const STYLES = `
  body {
    display: flex; align-items: center; justify-content: center; gap: 72px;
    box-sizing: border-box; height: 100vh; margin: 0; padding: 48px 64px; overflow: hidden;
    background: linear-gradient(135deg, #eef1ff, #dfe5ff 60%, #cdd7ff); color: #10151d;
    font: 24px/1.5 system-ui, sans-serif;
  }
  header { flex: 0 1 460px; min-width: 300px }
  p { display: flex; align-items: center; gap: 14px; margin: 0 0 20px }
  svg { width: 44px; height: 44px }
  h1 { margin: 0; font-size: 46px; font-weight: 680; line-height: 1.15; letter-spacing: -0.01em; text-wrap: balance }
  :lang(ar) h1 { letter-spacing: 0; line-height: 1.35 }
  :lang(ja) h1 { word-break: auto-phrase }
  :is(:lang(ko), :lang(zh)) h1 { word-break: keep-all }
  div { display: flex; gap: 28px }
  img { border-radius: 16px; box-shadow: 0 24px 64px rgb(24 36 100 / 28%), 0 2px 8px rgb(24 36 100 / 16%) }
  .column { flex-direction: column; justify-content: start; gap: 28px; padding-block: 40px 0 }
  .column header { flex: none; display: flex; flex-direction: column; align-items: center }
  .column p { margin-block-end: 6px }
  .column h1 { font-size: 38px }
  .small { padding: 28px }
  .small div { display: none }
  .small header { flex: 1; min-width: 0 }
  .small h1 { font-size: 32px }
  .cut { align-items: start; gap: 48px; padding-block: 0 }
  .cut header { align-self: center; flex-basis: 440px }
  .cut h1 { font-size: 44px }
  .cut div { padding-block-start: 56px }
`;
