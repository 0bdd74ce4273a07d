import type { Page } from 'puppeteer-core';
import { heldBytes, withWorker } from '../tools/chromium-worker.ts';
import { WORKBENCH } from '../tools/extension.ts';
import { pause } from '../tools/until.ts';
import { prependToWorker } from '../tools/worker-script.ts';
import { atMost, type Bench, type Measured } from './measure.ts';
import { startBenchScene } from './scene.ts';

const SETTLED_MS = 10_000;
const MINUTE_MS = 60_000;

export const workerMinute: Bench = {
  name: 'worker-minute',
  what: 'CPU time, memory and writes of the worker in Live mode, popup closed, one update a second',
  async run({ quick }) {
    return [
      ...(await measureProcess(20, quick ? 2 : 10)),
      ...(await measureWrites(100, quick ? 1 : 6)),
    ];
  },
};

async function measureProcess(feeds: number, minutes: number): Promise<Measured[]> {
  const scene = await startBenchScene({ feeds, updatesPerSecond: 1, mode: 'live' });
  try {
    await (await scene.openPopup()).close();
    const page = await scene.open(WORKBENCH);
    const samples: number[] = [];
    let heldAtFirst = 0;
    while (samples.length < minutes) {
      await pause(SETTLED_MS);
      const before = await cpuSeconds(page);
      await pause(MINUTE_MS);
      samples.push((await cpuSeconds(page)) - before);
      // Between the minutes: a debugger and the collection of garbage take CPU time.
      if (samples.length === 1) heldAtFirst = await heldBytes(page);
    }
    const held = await heldBytes(page);
    const note = `${feeds} feeds, one signed update a second`;
    return [
      {
        name: 'worker-minute-cpu',
        what: "CPU time a minute of the extension's process",
        unit: 's',
        samples,
        note,
        budget: atMost(0.3),
      },
      {
        name: 'worker-minute-memory',
        what: "growth of the worker's live heap after the first minute",
        unit: '%',
        samples: [(held / heldAtFirst - 1) * 100],
        note: `${note}; ${(held / 2 ** 20).toFixed(1)} MB after ${minutes} min`,
        budget: atMost(5),
      },
    ];
  } finally {
    await scene.end();
  }
}

async function measureWrites(feeds: number, minutes: number): Promise<Measured[]> {
  const scene = await startBenchScene({
    feeds,
    updatesPerSecond: 1,
    mode: 'live',
    prepare: (folder) => prependToWorker(folder, `(${countWrites.toString()})()`),
  });
  try {
    await (await scene.openPopup()).close();
    const page = await scene.open(WORKBENCH);
    const read = () =>
      withWorker(page, async (worker) => {
        const parameters = { expression: 'written', returnByValue: true };
        const { result } = await worker.send('Runtime.evaluate', parameters);
        return result.value as Written;
      });
    await pause(SETTLED_MS);
    const before = await read();
    await pause(minutes * MINUTE_MS);
    const after = await read();
    const note = `${feeds} feeds, over ${minutes} min; keys and values, as JSON where they are no text`;
    return [
      {
        name: 'worker-minute-session',
        what: 'bytes to session storage a feed and update',
        unit: 'B',
        samples: [(after.session - before.session) / (after.prices - before.prices)],
        note,
        budget: atMost(200),
      },
      {
        name: 'worker-minute-disk',
        what: 'to disk a minute',
        unit: 'kB',
        samples: [(after.local - before.local) / 1_000 / minutes],
        note,
        budget: atMost(10),
      },
    ];
  } finally {
    await scene.end();
  }
}

interface Written {
  session: number;
  local: number;
  /** The number of prices. */
  prices: number;
}

type Area = { set: (items: Record<string, unknown>) => Promise<void> };

declare const chrome: { storage: Record<'session' | 'local', Area> };

/** Runs in the worker, before its own code. */
function countWrites(): void {
  const written: Written = { session: 0, local: 0, prices: 0 };
  for (const name of ['session', 'local'] as const) {
    const area = chrome.storage[name];
    const { set } = area;
    area.set = (items) => {
      for (const [key, value] of Object.entries(items)) {
        const text = typeof value === 'string' ? value : JSON.stringify(value);
        written[name] += key.length + text.length;
        if (key.startsWith('latest:')) written.prices += 1;
      }
      return set.call(area, items);
    };
  }
  Object.assign(globalThis, { written });
}

/**
 * CPU seconds that the extension's process has used so far. The browser reports them, because a
 * debugger would change what is measured. No other page is open.
 */
async function cpuSeconds(page: Page): Promise<number> {
  const browser = await page.browser().target().createCDPSession();
  const { processInfo } = await browser.send('SystemInfo.getProcessInfo');
  await browser.detach();
  return processInfo
    .filter(({ type }) => type === 'renderer')
    .reduce((sum, { cpuTime }) => sum + cpuTime, 0);
}
