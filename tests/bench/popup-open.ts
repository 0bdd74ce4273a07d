import type { Browser } from 'puppeteer-core';
import { WORKBENCH } from '../tools/extension.ts';
import { launchExtension } from '../tools/launch-extension.ts';
import { POPUP_VIEWPORT } from '../tools/photograph.ts';
import { pause } from '../tools/until.ts';
import { alternate, atMost, type Bench, type Measured } from './measure.ts';
import { load, prepareStatic, watchPaint, type Compared } from './painted.ts';
import { startBenchScene, type BenchScene } from './scene.ts';

const FEEDS = 20;

// After 30 s without a page, the browser has ended the worker, too.
const IDLES = [
  { seconds: 2, rounds: { quick: 7, whole: 15 } },
  { seconds: 30, rounds: { quick: 0, whole: 5 } },
  { seconds: 120, rounds: { quick: 0, whole: 3 } },
];

// The browser's own start is over then.
const STARTED_MS = 2_000;

/** As people open the popup: in a page of its own, which shares nothing with an earlier one. */
export const popupOpen: Bench = {
  name: 'popup-open',
  what: 'opening the popup after a while, and in a browser that has just started',
  async run({ quick }) {
    const scene = await startBenchScene({ feeds: FEEDS, updatesPerSecond: 0 });
    try {
      const { page, ...compared } = await prepareStatic(scene);
      const rows: Measured[] = [];
      for (const { seconds, rounds } of IDLES) {
        const count = quick ? rounds.quick : rounds.whole;
        if (count > 0) rows.push(await afterIdle(scene, compared, { seconds, rounds: count }));
      }
      await page.close();
      await scene.browser.close();
      return [...rows, await afterStart(scene, compared, quick ? 3 : 11)];
    } finally {
      await scene.end();
    }
  },
};

async function afterIdle(
  scene: BenchScene,
  compared: Compared,
  { seconds, rounds }: { seconds: number; rounds: number },
): Promise<Measured> {
  const workbench = await scene.browser.openPage(WORKBENCH);
  const browser = workbench.browser();
  await workbench.close();
  const open = (url: string) => async (): Promise<number> => {
    await pause(seconds * 1_000);
    return openIn(browser, url, compared);
  };
  return compare(open, compared, {
    name: `popup-open-${seconds}s`,
    when: `${seconds} s after the last one`,
    rounds,
  });
}

async function afterStart(
  { extensionDir, profileDir }: BenchScene,
  compared: Compared,
  rounds: number,
): Promise<Measured> {
  const open = (url: string) => async (): Promise<number> => {
    const started = await launchExtension('chromium', {
      extensionDir,
      profileDir,
      loopbackOnly: true,
      keepsWelcome: true,
    });
    try {
      const workbench = await started.openPage(WORKBENCH);
      const browser = workbench.browser();
      await workbench.close();
      await pause(STARTED_MS);
      return await openIn(browser, url, compared);
    } finally {
      await started.close();
    }
  };
  const when = 'in a browser that has just started';
  const row = await compare(open, compared, { name: 'popup-open-start', when, rounds });
  return { ...row, budget: atMost(1.8, 'ratio') };
}

/** Milliseconds from the navigation until the prices are painted, in a new page. */
async function openIn(browser: Browser, url: string, { count }: Compared): Promise<number> {
  const page = await browser.newPage();
  try {
    await page.setViewport(POPUP_VIEWPORT);
    await page.emulateFocusedPage(true);
    await watchPaint(page, count);
    return (await load(page, url)).atMs;
  } finally {
    await page.close();
  }
}

async function compare(
  open: (url: string) => () => Promise<number>,
  { popupUrl, staticUrl, nodes }: Compared,
  { name, when, rounds }: { name: string; when: string; rounds: number },
): Promise<Measured> {
  const pages = [open(popupUrl), open(staticUrl)] as const;
  const { own, reference } = await alternate(...pages, { rounds, warmUp: 0 });
  return {
    name,
    what: `popup opened ${when}, until its prices are painted, ${FEEDS} feeds`,
    unit: 'ms',
    samples: own,
    reference: { what: `a static page with the same ${nodes} nodes`, samples: reference },
    note: 'a page of its own each time',
  };
}
