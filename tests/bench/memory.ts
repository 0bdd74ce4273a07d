import { pause, until } from '../tools/until.ts';
import type { Bench } from './bench-kind.ts';
import { cpuSeconds, findExtensionProcess, hasProcessTable, privateBytes } from './processes.ts';
import type { Measured } from './row.ts';
import { startBenchScene } from './scene.ts';
import { summarise } from './statistics.ts';

const UPDATES_A_SECOND = 2.5;
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
    const both = await Promise.all([20, 500].map((feeds) => watchMemory(feeds, minutes)));
    return both.flat();
  },
};

async function watchMemory(feeds: number, minutes: number): Promise<Measured[]> {
  const scene = await startBenchScene({
    feeds,
    updatesPerSecond: UPDATES_A_SECOND,
    mode: 'live',
  });
  try {
    await until(() => scene.service.openStreams() > 0, { what: 'the stream' });
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

    // The first minute is for warming up. What collects garbage makes memory a sawtooth: the end is
    // the last minute (or what there is of it), against the minute after the first.
    const windowMs = Math.min(MINUTE_MS, ((minutes - 1) * MINUTE_MS) / 2);
    const bytesFrom = (fromMs: number): number[] =>
      samples
        .filter(({ atMs }) => atMs > fromMs && atMs <= fromMs + windowMs)
        .map(({ bytes }) => bytes);
    const early = summarise(bytesFrom(MINUTE_MS));
    const late = bytesFrom(minutes * MINUTE_MS - windowMs);
    const how = `private memory of the extension's process from /proc over ${minutes} min, no debugger; nothing but the worker and one page without code`;
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
        samples: late.map((bytes) => bytes / MEGABYTE),
        note: how,
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
