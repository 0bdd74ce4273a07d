import { WORKBENCH } from '../tools/extension.ts';
import { pause, until } from '../tools/until.ts';
import { allOf } from './all-of.ts';
import type { Bench } from './bench-kind.ts';
import { cpuSeconds, findExtensionProcess, hasProcessTable, privateBytes } from './processes.ts';
import type { Measured } from './row.ts';
import { startBenchScene } from './scene.ts';
import { summarise } from './statistics.ts';

const UPDATES_A_SECOND = 2.5;
const PATIENCE_MS = 60_000;
const SAMPLES = 5;
const SETTLE_MS = 1_500;
const MINUTE_MS = 60_000;

// Before, the heap has not found its size.
const JUDGED_FROM_MINUTES = 5;
const MEGABYTE = 2 ** 20;

export const memory: Bench = {
  name: 'memory',
  what: 'memory and CPU of the worker while it streams with no page open',
  async run({ minutes }) {
    if (!hasProcessTable) throw new Error('memory is read from /proc, which only Linux has');
    // Both at once: ten minutes are long, and neither is short of CPU.
    return await allOf([20, 500].map((feeds) => watchMemory(feeds, minutes)));
  },
};

async function watchMemory(feeds: number, minutes: number): Promise<Measured[]> {
  const scene = await startBenchScene({
    feeds,
    updatesPerSecond: UPDATES_A_SECOND,
    mode: 'live',
  });
  try {
    await until(() => scene.service.openStreams() > 0, {
      what: 'the stream',
      timeoutMs: PATIENCE_MS,
    });
    const pid = await until(() => findExtensionProcess(scene.profileDir), {
      what: 'the extension’s process',
    });
    const page = await scene.open(WORKBENCH);
    const browser = await page.createCDPSession();
    const kept = async (): Promise<number[]> => {
      const samples: number[] = [];
      for (let sample = 0; sample < SAMPLES; sample += 1) {
        // Else garbage counts, of which the engine lets as much lie as there is room for.
        await browser.send('Memory.simulatePressureNotification', { level: 'critical' });
        await pause(SETTLE_MS);
        samples.push(await privateBytes(pid));
      }
      return samples;
    };

    const startMs = Date.now();
    const cpuAtStart = await cpuSeconds(pid);
    await pause(MINUTE_MS);
    const early = summarise(await kept());
    await pause(startMs + minutes * MINUTE_MS - Date.now());
    const cpu = ((await cpuSeconds(pid)) - cpuAtStart) / (minutes * 60);
    const atEnd = await privateBytes(pid);
    const late = await kept();
    const how = `private memory of the extension's process from /proc over ${minutes} min, once the browser was told that memory is short; no debugger; nothing but the worker and one page without code`;
    return [
      {
        name: `memory-${feeds}`,
        what: `growth of the worker's memory after the first minute, ${feeds} feeds at ${UPDATES_A_SECOND} updates a second`,
        unit: '%',
        samples: late.map((bytes) => (bytes / early.median - 1) * 100),
        note: how,
        judged: minutes >= JUDGED_FROM_MINUTES,
      },
      {
        name: `memory-${feeds}-end`,
        what: `the worker's memory at the end, ${feeds} feeds`,
        unit: 'MB',
        samples: [atEnd / MEGABYTE],
        note: 'with what garbage there is',
      },
      {
        name: `memory-${feeds}-cpu`,
        what: `CPU of the worker, ${feeds} feeds, share of one core`,
        unit: '%',
        samples: [cpu * 100],
      },
    ];
  } finally {
    await scene.end();
  }
}
