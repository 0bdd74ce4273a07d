import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { withWorker } from '../tools/chromium-worker.ts';
import { WORKBENCH } from '../tools/extension.ts';
import { pause } from '../tools/until.ts';
import type { Bench } from './bench-kind.ts';
import { cpuSeconds, findExtensionProcess, hasProcessTable } from './processes.ts';
import type { Measured } from './row.ts';
import { startBenchScene } from './scene.ts';

const CPU_FEEDS = 20;
const WRITE_FEEDS = 100;
const SETTLED_MS = 10_000;

export const workerMinute: Bench = {
  name: 'worker-minute',
  what: 'CPU time and writes of the worker in Live mode, popup closed, one update a second',
  async run({ quick }) {
    const minutes = quick ? 1 : 6;
    const cpu = hasProcessTable ? [await measureCpu(quick ? 3 : 10)] : [];
    return [...cpu, ...(await measureWrites(minutes))];
  },
};

async function measureCpu(minutes: number): Promise<Measured> {
  const scene = await startBenchScene({ feeds: CPU_FEEDS, updatesPerSecond: 1, mode: 'live' });
  try {
    await (await scene.openPopup()).close();
    const pid = await findExtensionProcess(scene.profileDir);
    if (pid === undefined) throw new Error('The process of the extension was not found.');
    await pause(SETTLED_MS);
    const samples: number[] = [];
    for (let minute = 0; minute < minutes; minute += 1) {
      const before = await cpuSeconds(pid);
      await pause(60_000);
      samples.push((await cpuSeconds(pid)) - before);
    }
    return {
      name: `worker-minute-cpu`,
      what: `CPU time a minute, ${CPU_FEEDS} feeds, one signed update a second`,
      unit: 's',
      samples,
      note: "of the extension's process; Linux only",
    };
  } finally {
    await scene.end();
  }
}

async function measureWrites(minutes: number): Promise<Measured[]> {
  const scene = await startBenchScene({
    feeds: WRITE_FEEDS,
    updatesPerSecond: 1,
    mode: 'live',
    prepare: addCounter,
  });
  try {
    await (await scene.openPopup()).close();
    const page = await scene.open(WORKBENCH);
    const read = () =>
      withWorker(page, async (worker) => {
        const expression = 'written';
        const { result } = await worker.send('Runtime.evaluate', {
          expression,
          returnByValue: true,
        });
        return result.value as Written;
      });
    await pause(SETTLED_MS);
    const before = await read();
    await pause(minutes * 60_000);
    const after = await read();
    const updates = after.prices - before.prices;
    const row = (name: string, what: string, unit: string, figure: number): Measured => ({
      name: `worker-minute-${name}`,
      what,
      unit,
      samples: [figure],
      note: `${WRITE_FEEDS} feeds, over ${minutes} min; keys and values, as JSON where they are no text`,
    });
    return [
      row(
        'session',
        'bytes to session storage a feed and update',
        'B',
        (after.session - before.session) / updates,
      ),
      row('disk', 'to disk a minute', 'kB', (after.local - before.local) / 1_000 / minutes),
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

/** Lets the worker count what it writes. */
async function addCounter(extensionDir: string): Promise<void> {
  const file = join(extensionDir, 'background.js');
  const counter = `(${countWrites.toString()})();\n`;
  await writeFile(file, counter + (await readFile(file, 'utf8')));
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
