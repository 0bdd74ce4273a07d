import type { Bench, Effort } from './bench-kind.ts';
import { createUpdateMaker } from './made-updates.ts';
import type { Measured } from './row.ts';
import { cpuMs, millisecondsOf } from './time.ts';
import { createWorkerPath, type WorkerPath } from './worker-path.ts';

const FEEDS = 100;

export const workerCpu: Bench = {
  name: 'worker-cpu',
  what: 'CPU time of the worker for one stream event: parse, validate, store',
  async run(effort) {
    const unsigned = await measureWorkerCpu(FEEDS, false, effort);
    const signed = await measureWorkerCpu(FEEDS, true, effort);
    const note = "in Node, the worker's own modules with fake storage";
    return [
      {
        ...unsigned,
        name: `worker-cpu-${FEEDS}`,
        what: `parse, validate and store an update of ${FEEDS} feeds`,
        note,
      },
      {
        ...signed,
        name: `worker-cpu-${FEEDS}-signed`,
        what: `the same with proofs and 3 new signatures verified`,
        note,
      },
    ];
  },
};

/** CPU milliseconds per update, compared with `JSON.parse` of the same text. */
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
    const wallMs = await millisecondsOf(() => handleAll(path, texts));
    const perRound = clamp(Math.ceil((2 * sampleMs) / (wallMs / texts.length)), 4, 4_000);
    const own: number[] = [];
    const reference: number[] = [];
    for (let round = -1; round < (quick ? 5 : 15); round += 1) {
      const fresh = Array.from({ length: perRound }, maker.next);
      const ownMs = await cpuMs(() => handleAll(path, fresh));
      const referenceMs = await parseMs(fresh, sampleMs);
      // The first round is a warm-up.
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

async function handleAll(path: WorkerPath, texts: readonly string[]): Promise<void> {
  const encoder = new TextEncoder();
  for (const text of texts) await path.handle(encoder.encode(`data:${text}\n\n`));
}

/** CPU milliseconds for parsing one text, averaged over at least `atLeastMs`. */
async function parseMs(texts: readonly string[], atLeastMs: number): Promise<number> {
  let spentMs = 0;
  let parsed = 0;
  while (spentMs < atLeastMs) {
    spentMs += await cpuMs(async () => {
      for (let pass = 0; pass < 8; pass += 1) for (const text of texts) JSON.parse(text);
    });
    parsed += 8 * texts.length;
  }
  return spentMs / parsed;
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), most);
}
