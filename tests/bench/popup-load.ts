import type { Page } from 'puppeteer-core';
import { pause } from '../tools/until.ts';
import { alternate, atMost, type Bench, type Effort, type Measured } from './measure.ts';
import { countPrices, load, prepareStatic, watchPaint, type Painted } from './painted.ts';
import { startBenchScene } from './scene.ts';

const UNIT = 'ms';

export const popupLoad: Bench = {
  name: 'popup-load',
  what: 'opening the popup, until its prices are painted',
  async run(effort) {
    return [
      await againstStatic(1, effort),
      { ...(await againstStatic(20, effort)), budget: atMost(1.5, 'ratio') },
      await againstStatic(200, effort),
      await againstStatic(1_000, effort),
      await againstShort(1_000, 20, effort),
    ];
  },
};

async function againstStatic(feeds: number, { quick }: Effort): Promise<Measured> {
  const scene = await startBenchScene({ feeds, updatesPerSecond: 0 });
  try {
    const { page, popupUrl, staticUrl, nodes } = await prepareStatic(scene);
    const { own, reference } = await alternate(
      async () => {
        // New prices, as in real use, and a stream that does not time out.
        scene.service.pushStream();
        return (await reload(page, popupUrl)).atMs;
      },
      async () => (await reload(page, staticUrl)).atMs,
      rounds(quick),
    );
    return {
      name: `popup-load-${feeds}`,
      what: `popup load until its prices are painted, ${feeds} feeds`,
      unit: UNIT,
      samples: own,
      reference: { what: `a static page with the same ${nodes} nodes`, samples: reference },
      note: "the static page is the popup's first paint with the same styles, in the same extension",
    };
  } finally {
    await scene.end();
  }
}

/** Two popups, each in a browser of its own. */
async function againstShort(feeds: number, few: number, { quick }: Effort): Promise<Measured> {
  const scenes = [
    await startBenchScene({ feeds, updatesPerSecond: 0 }),
    await startBenchScene({ feeds: few, updatesPerSecond: 0 }),
  ];
  try {
    const [long, short] = await Promise.all(
      scenes.map(async (scene) => {
        const page = await scene.openPopup();
        await watchPaint(page, await countPrices(page));
        return async () => {
          scene.service.pushStream();
          return (await reload(page, page.url())).atMs;
        };
      }),
    );
    if (!long || !short) throw new TypeError('two popups are compared');
    const { own, reference } = await alternate(long, short, rounds(quick));
    return {
      name: 'popup-load-long',
      what: `popup load until its prices are painted, ${feeds} feeds`,
      unit: UNIT,
      samples: own,
      reference: { what: `the same popup with ${few} feeds`, samples: reference },
      note: 'only rows near the window are in the document',
      budget: atMost(1.3, 'ratio'),
    };
  } finally {
    for (const scene of scenes) await scene.end();
  }
}

function rounds(quick: boolean) {
  return { rounds: quick ? 9 : 31, warmUp: 3 };
}

async function reload(page: Page, url: string): Promise<Painted> {
  // Let leftover work of the previous page finish.
  await page.goto('about:blank');
  await pause(100);
  return load(page, url);
}
