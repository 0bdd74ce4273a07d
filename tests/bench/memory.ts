import { heldBytes } from '../tools/chromium-worker.ts';
import { pause, until } from '../tools/until.ts';
import { allOf } from './all-of.ts';
import type { Bench } from './bench-kind.ts';
import { cpuSeconds, findExtensionProcess, hasProcessTable, privateBytes } from './processes.ts';
import type { Measured } from './row.ts';
import { startBenchScene } from './scene.ts';

const UPDATES_A_SECOND = 2.5;
const PATIENCE_MS = 60_000;
const SAMPLE_EVERY_MS = 2_000;
const MINUTE_MS = 60_000;
const MEGABYTE = 2 ** 20;

// Before, not all of its code has run.
const JUDGED_FROM_MINUTES = 5;

/** A page of the extension without code. */
const SILENT_PAGE = 'manifest.json';

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
    const page = await scene.browser.openPage(SILENT_PAGE);
    const startMs = Date.now();
    const cpuAtStart = await cpuSeconds(pid);
    const whole: number[] = [];
    const watchUntil = async (minute: number): Promise<void> => {
      while (Date.now() - startMs < minute * MINUTE_MS) {
        await pause(SAMPLE_EVERY_MS);
        whole.push(await privateBytes(pid));
      }
    };
    await watchUntil(Math.min(1, minutes / 2));
    const heldFirst = await heldBytes(page);
    const heldLast: number[] = [];
    for (const share of [0.8, 0.9, 1]) {
      await watchUntil(minutes * share);
      heldLast.push(await heldBytes(page));
    }
    const cpu = ((await cpuSeconds(pid)) - cpuAtStart) / (minutes * 60);
    return [
      {
        name: `memory-${feeds}`,
        what: `growth of what the worker holds after the first minute, ${feeds} feeds at ${UPDATES_A_SECOND} updates a second`,
        unit: '%',
        samples: heldLast.map((bytes) => (bytes / heldFirst - 1) * 100),
        note: `what is left of the worker's heap after a full collection, for which alone a debugger is attached, over ${minutes} min`,
        judged: minutes >= JUDGED_FROM_MINUTES,
      },
      {
        name: `memory-${feeds}-held`,
        what: `what the worker holds at the end, ${feeds} feeds`,
        unit: 'MB',
        samples: heldLast.map((bytes) => bytes / MEGABYTE),
      },
      {
        name: `memory-${feeds}-process`,
        what: `memory of the worker's process, garbage included, ${feeds} feeds`,
        unit: 'MB',
        samples: whole.map((bytes) => bytes / MEGABYTE),
        note: "private memory of the extension's process from /proc: the worker and a page without code",
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
