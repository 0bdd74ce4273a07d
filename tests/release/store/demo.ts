import { stat, writeFile } from 'node:fs/promises';
import type { Page } from 'puppeteer-core';
import { BTC_USD } from '../../browser/feeds.ts';
import { settled } from '../../browser/page-output.ts';
import type { ColorScheme, ExtensionBrowser } from '../../tools/extension.ts';
import { pause } from '../../tools/until.ts';
import type { Composition, scenery } from './compose.ts';
import { encodeFilm, type Ground, type Scene } from './film.ts';
import { drawn, POPUP } from './scenes.ts';
import { startScreencast } from './screencast.ts';

type Scenery = ReturnType<typeof scenery>;

/** What happens in a scene, and for how long it is seen afterwards. */
interface Act {
  ground: keyof Scenery;
  seconds: number;
  play?: (page: Page, browser: ExtensionBrowser) => Promise<void>;
}

const ROW = `li[data-id="${BTC_USD}"] a`;
const PROOF = '[data-part="proof"] button';
const LEVEL = 'form input[inputmode="decimal"]';
const KEY_DELAY_MS = 140;
const LONGEST_SECONDS = 45;
const MAX_BYTES = 20_000_000;

// As somebody would show it: the list, one price, why to trust it, an alert, dark and light.
const ACTS: readonly Act[] = [
  { ground: 'watchlist', seconds: 5 },
  { ground: 'watchlist', seconds: 4, play: (page) => page.click(ROW) },
  { ground: 'proof', seconds: 6, play: openProof },
  { ground: 'alerts', seconds: 2, play: openAlertForm },
  { ground: 'alerts', seconds: 4, play: typeLevel },
  { ground: 'themes', seconds: 4, play: showDark },
  { ground: 'themes', seconds: 2, play: inScheme('light') },
];

/** Films the popup of `browser` and composes the film in the page `blank`. Returns its file. */
export async function recordDemo(
  browser: ExtensionBrowser,
  blank: Page,
  scenery: Scenery,
  file: string,
): Promise<string> {
  const scenes = await film(browser);
  const grounds = new Map<string, Ground>();
  for (const name of new Set(ACTS.map(({ ground }) => ground))) {
    grounds.set(name, await paint(blank, scenery[name]));
  }
  const video = await encodeFilm(blank, scenery.watchlist, grounds, scenes);
  await writeFile(file, video);
  const { size } = await stat(file);
  if (size > MAX_BYTES) throw new Error(`${file} has ${size} bytes, of ${MAX_BYTES}`);
  return file;
}

async function film(browser: ExtensionBrowser): Promise<Scene[]> {
  const page = await browser.openPage('popup.html', { ...POPUP, deviceScaleFactor: 2 });
  await page.bringToFront();
  await settled(page);
  await drawn(page);
  const screencast = await startScreencast(page);
  const starts: number[] = [];
  for (const { play, seconds } of ACTS) {
    starts.push(Date.now());
    await play?.(page, browser);
    await pause(seconds * 1_000);
  }
  const end = Date.now();
  const frames = await screencast.stop();
  await page.close();
  const length = (end - (starts[0] ?? end)) / 1_000;
  if (length > LONGEST_SECONDS) throw new Error(`The film takes ${length} s`);
  return ACTS.map(({ ground }, index) => {
    const [from, to] = [starts[index] ?? end, starts[index + 1] ?? end];
    const before = frames.findLast(({ at }) => at <= from);
    const within = frames.filter(({ at }) => at > from && at < to);
    const all = before ? [{ ...before, at: from }, ...within] : within;
    return {
      ground,
      milliseconds: to - from,
      frames: all.map(({ at, jpeg }) => ({ at: at - from, jpeg })),
    };
  });
}

/** Photographs a ground, and measures where the popup is on it. */
async function paint(page: Page, { html, width, height }: Composition): Promise<Ground> {
  await page.setViewport({ width, height, deviceScaleFactor: 1 });
  await page.setContent(html, { waitUntil: 'load' });
  const place = await page.$eval('img', (image) => {
    const { x, y, width: w, height: h } = image.getBoundingClientRect();
    return { x, y, width: w, height: h, radius: parseFloat(getComputedStyle(image).borderRadius) };
  });
  return { png: await page.screenshot({ encoding: 'base64' }), place };
}

async function openProof(page: Page): Promise<void> {
  await page.click(PROOF);
  await page.waitForSelector(`${PROOF}[aria-expanded="true"]`);
  await page.$eval('[data-part="proof"]', (strip) =>
    strip.scrollIntoView({ block: 'start', behavior: 'smooth' }),
  );
}

async function openAlertForm(page: Page): Promise<void> {
  await showList(page);
  await page.focus(ROW);
  await page.keyboard.press('a');
  await page.waitForSelector(LEVEL, { visible: true });
}

async function typeLevel(page: Page): Promise<void> {
  await page.focus(LEVEL);
  await page.$eval(LEVEL, (field) => field.select());
  await page.keyboard.type('150000', { delay: KEY_DELAY_MS });
}

async function showDark(page: Page, browser: ExtensionBrowser): Promise<void> {
  await showList(page);
  await browser.setColorScheme(page, 'dark');
}

async function showList(page: Page): Promise<void> {
  await page.evaluate(() => {
    location.hash = '';
  });
  await page.waitForSelector(ROW, { visible: true });
}

function inScheme(scheme: ColorScheme): NonNullable<Act['play']> {
  return (page, browser) => browser.setColorScheme(page, scheme);
}
