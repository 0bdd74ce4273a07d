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
import { installFakeStorage } from './fake-storage.ts';
import { measureTurns, type Turns } from './measure-turns.ts';
import type { Measured } from './row.ts';
import { summarise } from './statistics.ts';

const THIRTEEN_OF_NINETEEN = createIdentity({ signers: 19, quorum: 13 });

interface Case {
  name: string;
  /** Ends "judging an update …". */
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
    what: 'of long paths that go wrong at their end',
    signers: LOCAL_IDENTITY,
    make: longPathsWithWrongEnd,
  },
  {
    name: 'caps',
    what: 'of prices that holds stake caps',
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
  what: 'the longest time for which judging an update keeps the worker from everything else',
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
    // A new worker has verified nothing yet: no signer is known to it.
    const judge = await createTrustingJudge(signers);
    rounds.push(await measureTurns(() => judge(update)));
  }
  // The first one compiles.
  return rounds.slice(1);
}

function toMeasured({ name, what }: Case, rounds: readonly Turns[]): Measured {
  const { median } = summarise(rounds.map(({ totalMs }) => totalMs));
  const samples = rounds.map(({ longestMs }) => longestMs);
  const most = Math.max(...samples);
  return {
    name: `turn-judge-${name}`,
    what: `longest turn of the worker judging an update ${what}`,
    unit: 'ms',
    samples,
    note: `CPU of its thread, in ticks of some 4 ms; the worst round ${most.toFixed(0)} ms; all turns together ${median.toFixed(0)} ms`,
  };
}

/** The worker's own judge. */
async function createTrustingJudge(
  signers: SigningIdentity,
): Promise<(binary: HostileUpdate) => Promise<unknown>> {
  installFakeStorage();
  const { createJudge } = await import('../../lib/background/judge.ts');
  const judge = createJudge(() => undefined);
  await judge.trust(trustIn(signers));
  return async (binary) => judge.judge({ binary }, 'show');
}
