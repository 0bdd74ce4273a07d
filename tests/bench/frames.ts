import type { Page } from 'puppeteer-core';
import type { Bench } from './bench-kind.ts';
import { countFrames, startScrolling, WINDOW_SECONDS } from './count-frames.ts';
import { threeThousandFeeds } from './search.ts';
import { startBenchScene } from './scene.ts';

const FEEDS = 500;
const UPDATES_PER_SECOND = 2.5;

export const frames: Bench = {
  name: 'frames-500',
  what: 'popup frame rate while 500 feeds stream',
  async run({ quick }) {
    const scene = await startBenchScene({ feeds: FEEDS, updatesPerSecond: UPDATES_PER_SECOND });
    try {
      const popup = await scene.openPopup();
      const counts = await countWindows(popup, quick ? 3 : 12);
      return [
        {
          name: `frames-${FEEDS}`,
          what: `popup frames per second, ${FEEDS} feeds at ${UPDATES_PER_SECOND} updates per second`,
          unit: 'frames/s',
          samples: counts.perSecond,
          note: `${WINDOW_SECONDS} s per sample; longest frame ${counts.longestMs.toFixed(0)} ms`,
        },
      ];
    } finally {
      await scene.end();
    }
  },
};

export const searchScroll: Bench = {
  name: 'search-scroll',
  what: 'frame rate while search results scroll',
  async run({ quick }) {
    const scene = await startBenchScene({ feeds: 20, updatesPerSecond: UPDATES_PER_SECOND });
    try {
      const now = Date.now();
      await scene.browser.storageSet('local', {
        catalogue: { fetchedAt: now, feeds: threeThousandFeeds() },
        catalogueStatus: { fetchedAt: now, triedAt: now, error: null },
      });
      const popup = await scene.openPopup();
      const field = 'input[type="search"]';
      await popup.locator(field).click();
      await popup.locator(field).fill('us');
      await popup.waitForSelector('[role="listbox"] [role="option"]');
      const height = await startScrolling(popup, '[role="listbox"]');
      const counts = await countWindows(popup, quick ? 2 : 6);
      return [
        {
          name: 'search-scroll',
          what: 'frames per second while the results of a search over 3,000 feeds scroll',
          unit: 'frames/s',
          samples: counts.perSecond,
          note: `${height} px of results; longest frame ${counts.longestMs.toFixed(0)} ms`,
        },
      ];
    } finally {
      await scene.end();
    }
  },
};

async function countWindows(
  page: Page,
  windows: number,
): Promise<{ perSecond: number[]; longestMs: number }> {
  const perSecond: number[] = [];
  let longestMs = 0;
  for (let window = 0; window < windows; window += 1) {
    const counted = await countFrames(page);
    perSecond.push(counted.perSecond);
    longestMs = Math.max(longestMs, counted.longestMs);
  }
  return { perSecond, longestMs };
}
