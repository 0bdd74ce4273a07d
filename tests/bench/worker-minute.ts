import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { heldBytes, withWorker } from '../tools/chromium-worker.ts';
import { WORKBENCH } from '../tools/extension.ts';
import { pause, until } from '../tools/until.ts';
import { atMost, type Bench, type Measured } from './measure.ts';
import { startBenchScene } from './scene.ts';

const SETTLED_MS = 10_000;
const MINUTE_MS = 60_000;

export const workerMinute: Bench = {
  name: 'worker-minute',
  what: 'CPU time, memory and writes of the worker in Live mode, popup closed, one update a second',
  async run({ quick }) {
    if (process.platform !== 'linux') throw new Error('/proc is needed, which only Linux has');
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
    const pid = await until(() => findExtensionProcess(scene.profileDir), {
      what: 'the process of the extension',
    });
    const page = await scene.open(WORKBENCH);
    const samples: number[] = [];
    let heldAtFirst = 0;
    while (samples.length < minutes) {
      await pause(SETTLED_MS);
      const before = await cpuSeconds(pid);
      await pause(MINUTE_MS);
      samples.push((await cpuSeconds(pid)) - before);
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
    prepare: addCounter,
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

/** Lets the worker count what it writes. */
async function addCounter(extensionDir: string): Promise<void> {
  const file = join(extensionDir, 'background.js');
  await writeFile(file, `(${countWrites.toString()})();\n${await readFile(file, 'utf8')}`);
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

// What Linux reports about each process: a debugger would change what is measured. CPU time is counted
// in ticks of 10 ms on every architecture that Node supports.
const TICKS_PER_SECOND = 100;

/** CPU seconds that the process has used so far. */
async function cpuSeconds(pid: number): Promise<number> {
  const fields = await statFields(pid);
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}

/** The process that runs the extension's worker and pages. */
async function findExtensionProcess(profileDir: string): Promise<number | undefined> {
  const parents = new Map<number, number>();
  const commands = new Map<number, string>();
  for (const name of await readdir('/proc')) {
    const pid = Number(name);
    if (!Number.isInteger(pid)) continue;
    // The process may exit while we read its files.
    commands.set(pid, await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => ''));
    parents.set(pid, Number((await statFields(pid).catch(() => []))[1] ?? 0));
  }
  const isInProfile = (pid: number): boolean => {
    for (let at = pid; at > 1; at = parents.get(at) ?? 0) {
      if (commands.get(at)?.includes(`--user-data-dir=${profileDir}`)) return true;
    }
    return false;
  };
  return [...commands.keys()].find(
    (pid) => commands.get(pid)?.includes('--extension-process') && isInProfile(pid),
  );
}

/** The fields after the process name, which may contain spaces. */
async function statFields(pid: number): Promise<string[]> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}
