import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'puppeteer-core';
import { settled } from '../browser/page-output.ts';
import { startHistoryService } from '../history-service/server.ts';
import { startPriceService } from '../price-service/server.ts';
import { buildExtension, OUTPUT } from './build.ts';
import { launchExtension } from './launch-extension.ts';
import { photograph } from './photograph.ts';
import {
  PICTURE_STATES,
  settingsFor,
  type PictureState,
  type PictureView,
  type Stage,
} from './picture-stages.ts';
import { openFeeds, startWatchlist } from './start-watchlist.ts';

const PAGE_SIZES = [
  { width: 1_280, height: 800 },
  { width: 380, height: 600 },
  { width: 280, height: 600 },
];

// The widest first: its columns need the most past prices.
const SIZES = {
  list: [
    { width: 1_600, height: 900 },
    { width: 1_200, height: 800 },
    { width: 800, height: 600 },
    { width: 380, height: 600 },
    { width: 280, height: 600 },
  ],
  // The last two: what is scrolled to as well.
  detail: [
    { width: 280, height: 600 },
    { width: 380, height: 600 },
    { width: 300, height: 1_200 },
    { width: 380, height: 1_200 },
  ],
  welcome: PAGE_SIZES,
  'go-live': PAGE_SIZES,
  badge: PAGE_SIZES,
};

/** Photographs the views in the states whose names contain `part`. */
export async function photographStates(part: string, language = 'en'): Promise<void> {
  const folder = join(OUTPUT, 'pictures', 'states', language);
  await mkdir(folder, { recursive: true });
  const extensionDir = await buildExtension('chromium', language);
  for (const state of PICTURE_STATES.filter(({ name }) => name.includes(part))) {
    await photographState(state, extensionDir, folder);
  }
}

async function photographState(
  state: PictureState,
  extensionDir: string,
  folder: string,
): Promise<void> {
  const service = await startPriceService(state.service ?? {});
  const history = await startHistoryService({ extraFeeds: state.service?.extraFeeds ?? 0 });
  const browser = await launchExtension('chromium', {
    extensionDir,
    loopbackOnly: true,
    keepsSamples: state.isNew ?? false,
  });
  try {
    const ids = await followedBy(state, service.url);
    const stage: Stage = { service, historyUrl: history.url, browser, ids };
    await state.before?.(stage);
    if (!state.isNew) await browser.storageSet('local', settingsFor(stage, state));
    await bringAbout(state, stage);
    for (const view of state.views ?? (['list'] as const)) {
      const page = await open(stage, pathOf(view, ids[0] ?? ''));
      if (view === 'list') await page.waitForSelector(state.shows, { timeout: 60_000 });
      for (const size of SIZES[view]) {
        await page.setViewport(size);
        await settled(page);
        const name = `${view}-${state.name}-${size.width}x${size.height}`;
        await photograph(browser, page, { folder, name, size });
      }
      await page.close();
    }
  } finally {
    await browser.close();
    await service.close();
    await history.close();
  }
}

async function followedBy({ rowCount, isAlwaysOpen }: PictureState, url: string) {
  if (isAlwaysOpen) return await openFeeds(url, rowCount ?? 10);
  const { watchlist } = await startWatchlist({ url }, false);
  return watchlist;
}

/** Lets the list show what the service has, then brings about what changes after that. */
async function bringAbout({ after }: PictureState, stage: Stage): Promise<void> {
  if (!after) return;
  const list = await open(stage, pathOf('list', ''));
  await list.waitForSelector('[data-part="watchlist"] > li:last-child [data-part="price"]');
  await settled(list);
  await after(stage, list);
  if (!list.isClosed()) await list.close();
}

function pathOf(view: PictureView, id: string): string {
  if (view === 'list') return 'popup.html';
  return view === 'detail' ? `popup.html#feed/${id}` : `options.html#${view}`;
}

async function open({ browser }: Stage, path: string): Promise<Page> {
  const page = await browser.openPage(path);
  await page.setViewport({ width: 1_600, height: 900 });
  await settled(page);
  return page;
}
