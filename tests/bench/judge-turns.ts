import {
  longPathsWithWrongEnd,
  manyUnprovenMessages,
  stakeCapsInPriceUpdate,
  type HostileUpdate,
} from '../price-service/hostile-updates.ts';
import { replayedSlots } from '../price-service/replayed-slots.ts';
import {
  createIdentity,
  LOCAL_IDENTITY,
  trustIn,
  type SigningIdentity,
} from '../price-service/test-signers.ts';
import type { Bench } from './bench-kind.ts';
import { clearStorage } from './fake-browser.ts';
import { measureTurns, type Turns } from './measure-turns.ts';
import type { Measured } from './row.ts';
import { summarize } from './statistics.ts';

const THIRTEEN_OF_NINETEEN = createIdentity({ signers: 19, quorum: 13 });

interface Case {
  name: string;
  /** Completes the phrase "judging an update …". */
  what: string;
  make: () => HostileUpdate;
  signers: SigningIdentity;
}

const CASES: readonly Case[] = [
  {
    name: 'unproven',
    what: 'of 32,640 unproven messages',
    signers: LOCAL_IDENTITY,
    make: manyUnprovenMessages,
  },
  {
    name: 'paths',
    what: 'with long proof paths that fail at the last step',
    signers: LOCAL_IDENTITY,
    make: longPathsWithWrongEnd,
  },
  {
    name: 'caps',
    what: 'with stake caps instead of prices',
    signers: LOCAL_IDENTITY,
    make: stakeCapsInPriceUpdate,
  },
  {
    name: 'replay-3',
    what: 'of 128 genuine slots, 3 signatures each',
    signers: LOCAL_IDENTITY,
    make: () => replayedSlots(128, LOCAL_IDENTITY),
  },
  {
    name: 'replay-13',
    what: 'of 128 genuine slots, 13 signatures each',
    signers: THIRTEEN_OF_NINETEEN,
    make: () => replayedSlots(128, THIRTEEN_OF_NINETEEN),
  },
];

export const judgeTurns: Bench = {
  name: 'turn-judge',
  what: 'how long judging one update blocks the worker',
  async run({ quick }) {
    const rows: Measured[] = [];
    for (const each of CASES) {
      const rounds = await measureCase(each, quick ? 3 : 10);
      rows.push(toMeasured(each, rounds));
    }
    return rows;
  },
};

async function measureCase({ make, signers }: Case, count: number): Promise<Turns[]> {
  const update = make();
  const rounds: Turns[] = [];
  for (let round = 0; round <= count; round += 1) {
    // A new judge has no cached signers, like a worker that has just started.
    const judge = await createTrustingJudge(signers);
    rounds.push(await measureTurns(() => judge(update)));
  }
  // The first round includes compilation.
  return rounds.slice(1);
}

function toMeasured({ name, what }: Case, rounds: readonly Turns[]): Measured {
  const { median } = summarize(rounds.map(({ totalMs }) => totalMs));
  const samples = rounds.map(({ longestMs }) => longestMs);
  const worst = Math.max(...samples);
  return {
    name: `turn-judge-${name}`,
    what: `longest worker turn while judging an update ${what}`,
    unit: 'ms',
    samples,
    note: `CPU time of the thread, in ticks of about 4 ms; worst round ${worst.toFixed(0)} ms; all turns together ${median.toFixed(0)} ms`,
  };
}

/** The worker's own judge, which trusts these signers. */
async function createTrustingJudge(
  signers: SigningIdentity,
): Promise<(binary: HostileUpdate) => Promise<unknown>> {
  await clearStorage();
  const { createJudge } = await import('../../lib/background/intake/judge.ts');
  const judge = createJudge(() => undefined);
  await judge.trust(trustIn(signers));
  return async (binary) => judge.verifyUpdate({ binary }, 'show');
}
