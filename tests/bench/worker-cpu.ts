import type { Bench, Effort } from './bench-kind.ts';
import { createUpdateMaker } from './made-updates.ts';
import type { Measured } from './row.ts';
import { cpuMs, millisecondsOf } from './time.ts';
import { createWorkerPath, type WorkerPath } from './worker-path.ts';

const FEEDS = 100;

export const workerCpu: Bench = {
  name: 'worker-cpu',
  what: 'CPU of the worker for one stream event: parse, check, store',
  async run(effort) {
    const unsigned = await measureWorkerCpu(FEEDS, false, effort);
    const signed = await measureWorkerCpu(FEEDS, true, effort);
    const note = 'in Node, the real modules over a stand-in for the storage';
    return [
      {
        ...unsigned,
        name: `worker-cpu-${FEEDS}`,
        what: `parse, check, store an update of ${FEEDS} feeds`,
        note,
      },
      {
        ...signed,
        name: `worker-cpu-${FEEDS}-signed`,
        what: `the same, proofs and 3 fresh signatures verified`,
        note,
      },
    ];
  },
};

/** CPU milliseconds an update takes, and those of `JSON.parse` of the same text. */
export async function measureWorkerCpu(
  feeds: number,
  signing: boolean,
  { quick }: Effort,
): Promise<Pick<Measured, 'unit' | 'samples' | 'reference'>> {
  const maker = createUpdateMaker(feeds, signing);
  const path = await createWorkerPath(maker.ids, signing ? 'show' : 'off');
  const sampleMs = quick ? 60 : 150;
  try {
    const texts = Array.from({ length: 20 }, maker.next);
    const wallMs = await millisecondsOf(() => takeAll(path, texts));
    const perRound = clamp(Math.ceil((2 * sampleMs) / (wallMs / texts.length)), 4, 4_000);
    const own: number[] = [];
    const reference: number[] = [];
    for (let round = -1; round < (quick ? 5 : 15); round += 1) {
      const fresh = Array.from({ length: perRound }, maker.next);
      const ownMs = await cpuMs(() => takeAll(path, fresh));
      const referenceMs = await parseMs(fresh, sampleMs);
      // The first is to warm up.
      if (round < 0) continue;
      own.push(ownMs / perRound);
      reference.push(referenceMs);
    }
    return {
      unit: 'ms',
      samples: own,
      reference: { what: 'JSON.parse of the same text', samples: reference },
    };
  } finally {
    path.close();
  }
}

async function takeAll(path: WorkerPath, texts: readonly string[]): Promise<void> {
  const encoder = new TextEncoder();
  for (const text of texts) await path.take(encoder.encode(`data:${text}\n\n`));
}

/** CPU milliseconds of parsing one text, from as many goes as make a fair sample. */
async function parseMs(texts: readonly string[], atLeastMs: number): Promise<number> {
  let spentMs = 0;
  let parsed = 0;
  while (spentMs < atLeastMs) {
    spentMs += await cpuMs(async () => {
      for (let go = 0; go < 8; go += 1) for (const text of texts) JSON.parse(text);
    });
    parsed += 8 * texts.length;
  }
  return spentMs / parsed;
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), most);
}
