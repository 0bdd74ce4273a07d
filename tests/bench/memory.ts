import { pause, until } from '../tools/until.ts';
import { allOf } from './all-of.ts';
import type { Bench } from './bench-kind.ts';
import { cpuSeconds, findExtensionProcess, hasProcessTable, privateBytes } from './processes.ts';
import type { Measured } from './row.ts';
import { startBenchScene } from './scene.ts';
import { summarise } from './statistics.ts';

const UPDATES_A_SECOND = 2.5;
const PATIENCE_MS = 60_000;
const SAMPLE_EVERY_MS = 2_000;
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
    const startMs = Date.now();
    const cpuAtStart = await cpuSeconds(pid);
    const samples: { atMs: number; bytes: number }[] = [];
    while (Date.now() - startMs < minutes * MINUTE_MS) {
      await pause(SAMPLE_EVERY_MS);
      samples.push({ atMs: Date.now() - startMs, bytes: await privateBytes(pid) });
    }
    const cpu = ((await cpuSeconds(pid)) - cpuAtStart) / (minutes * 60);

    // Garbage makes memory a sawtooth: windows of a minute are compared, or of what there is.
    const windowMs = Math.min(MINUTE_MS, ((minutes - 1) * MINUTE_MS) / 2);
    const bytesFrom = (fromMs: number): number[] =>
      samples
        .filter(({ atMs }) => atMs > fromMs && atMs <= fromMs + windowMs)
        .map(({ bytes }) => bytes);
    const late = bytesFrom(minutes * MINUTE_MS - windowMs);
    const growthSince = (fromMs: number): number[] => {
      const { median } = summarise(bytesFrom(fromMs));
      return late.map((bytes) => (bytes / median - 1) * 100);
    };
    const judged = minutes >= JUDGED_FROM_MINUTES;
    const how = `private memory of the extension's process from /proc over ${minutes} min, garbage included, no debugger; nothing but the worker and one page without code`;
    return [
      {
        name: `memory-${feeds}`,
        what: `growth of the worker's memory after the first minute, ${feeds} feeds at ${UPDATES_A_SECOND} updates a second`,
        unit: '%',
        samples: growthSince(MINUTE_MS),
        note: how,
        judged,
      },
      {
        name: `memory-${feeds}-late`,
        what: `the same after half of the time: what is left of it is no warming up`,
        unit: '%',
        samples: growthSince((minutes * MINUTE_MS) / 2),
      },
      {
        name: `memory-${feeds}-end`,
        what: `the worker's memory at the end, ${feeds} feeds`,
        unit: 'MB',
        samples: late.map((bytes) => bytes / MEGABYTE),
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
