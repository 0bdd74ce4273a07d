import { heldBytes } from '../tools/chromium-worker.ts';
import { pause, until } from '../tools/until.ts';
import { allOf } from './all-of.ts';
import type { Bench } from './bench-kind.ts';
import { expectPage } from './expect-page.ts';
import { cpuSeconds, findExtensionProcess, hasProcessTable, privateBytes } from './processes.ts';
import type { Measured } from './row.ts';
import { startBenchScene } from './scene.ts';

const UPDATES_PER_SECOND = 2.5;
const TIMEOUT_MS = 60_000;
const SAMPLE_EVERY_MS = 2_000;
const MINUTE_MS = 60_000;
const MEGABYTE = 2 ** 20;

// In shorter runs not all of the worker's code has run.
const JUDGED_FROM_MINUTES = 5;

/** An extension page without code. */
const EMPTY_PAGE = 'manifest.json';

export const memory: Bench = {
  name: 'memory',
  what: 'memory and CPU of the worker while it streams with no page open',
  async run({ minutes }) {
    if (!hasProcessTable) throw new Error('memory is read from /proc, which exists only on Linux');
    // Parallel to save ten minutes: neither run uses much CPU.
    return await allOf([20, 500].map((feeds) => watchMemory(feeds, minutes)));
  },
};

async function watchMemory(feeds: number, minutes: number): Promise<Measured[]> {
  const scene = await startBenchScene({
    feeds,
    updatesPerSecond: UPDATES_PER_SECOND,
    mode: 'live',
  });
  try {
    await until(() => scene.service.openStreams() > 0, {
      what: 'the stream',
      timeoutMs: TIMEOUT_MS,
    });
    const pid = await until(() => findExtensionProcess(scene.profileDir), {
      what: 'the extension’s process',
    });
    const page = await scene.browser.openPage(EMPTY_PAGE);
    await expectPage(page, `/${EMPTY_PAGE}`, 'body');
    const startMs = Date.now();
    const cpuAtStart = await cpuSeconds(pid);
    const processBytes: number[] = [];
    const watchUntil = async (minute: number): Promise<void> => {
      while (Date.now() - startMs < minute * MINUTE_MS) {
        await pause(SAMPLE_EVERY_MS);
        processBytes.push(await privateBytes(pid));
      }
    };
    await watchUntil(Math.min(1, minutes / 2));
    const heldAtFirst = await heldBytes(page);
    const heldAtEnd: number[] = [];
    for (const share of [0.8, 0.9, 1]) {
      await watchUntil(minutes * share);
      heldAtEnd.push(await heldBytes(page));
    }
    const cpu = ((await cpuSeconds(pid)) - cpuAtStart) / (minutes * 60);
    return [
      {
        name: `memory-${feeds}`,
        what: `growth of the worker's live heap after the first minute, ${feeds} feeds at ${UPDATES_PER_SECOND} updates per second`,
        unit: '%',
        samples: heldAtEnd.map((bytes) => (bytes / heldAtFirst - 1) * 100),
        note: `heap after a full garbage collection, over ${minutes} min; a debugger is attached only for the collection`,
        isJudged: minutes >= JUDGED_FROM_MINUTES,
      },
      {
        name: `memory-${feeds}-held`,
        what: `the worker's live heap at the end, ${feeds} feeds`,
        unit: 'MB',
        samples: heldAtEnd.map((bytes) => bytes / MEGABYTE),
      },
      {
        name: `memory-${feeds}-process`,
        what: `memory of the worker's process, including garbage, ${feeds} feeds`,
        unit: 'MB',
        samples: processBytes.map((bytes) => bytes / MEGABYTE),
        note: "private memory of the extension's process from /proc: the worker and an empty page",
      },
      {
        name: `memory-${feeds}-cpu`,
        what: `CPU use of the worker's process, ${feeds} feeds, as a share of one core`,
        unit: '%',
        samples: [cpu * 100],
      },
    ];
  } finally {
    await scene.end();
  }
}
