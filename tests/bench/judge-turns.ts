import {
  longPathsWithWrongEnd,
  manyUnprovenMessages,
  stakeCapsInPriceUpdate,
  type HostileUpdate,
} from '../price-service/hostile-updates.ts';
import { trustInLocal } from '../price-service/test-signers.ts';
import type { Bench } from './bench-kind.ts';
import { installFakeStorage } from './fake-storage.ts';
import { longestTurn } from './longest-turn.ts';
import type { Measured } from './row.ts';

const UPDATES: Readonly<Record<string, () => HostileUpdate>> = {
  'with 32,640 unproven messages': manyUnprovenMessages,
  'with long paths that go wrong at their end': longPathsWithWrongEnd,
  'with stake caps among prices': stakeCapsInPriceUpdate,
};

export const judgeTurns: Bench = {
  name: 'turn-judge',
  what: 'the longest time for which judging an update keeps the worker from everything else',
  async run({ quick }) {
    const judge = await createTrustingJudge();
    const updates = Object.entries(UPDATES).map(([words, make]) => ({ words, update: make() }));
    const rounds: Record<string, number>[] = [];
    for (let round = 0; round <= (quick ? 5 : 15); round += 1) {
      const longest: Record<string, number> = {};
      for (const { words, update } of updates) {
        longest[words] = await longestTurn(async () => judge(update));
      }
      rounds.push(longest);
    }
    // The first one compiles.
    const [, ...counting] = rounds;
    return [toMeasured(counting)];
  },
};

function toMeasured(rounds: readonly Record<string, number>[]): Measured {
  const each = Object.keys(UPDATES).map((words) => {
    const most = Math.max(...rounds.map((round) => round[words] ?? 0));
    return `${words}: at most ${most.toFixed(0)} ms`;
  });
  return {
    name: 'turn-judge',
    what: 'longest turn of the worker judging a hostile update',
    unit: 'ms',
    samples: rounds.map((round) => Math.max(...Object.values(round))),
    note: `CPU of its thread; the longest of updates ${each.join(', ')}`,
  };
}

/** The worker's own judge. */
async function createTrustingJudge(): Promise<(binary: HostileUpdate) => Promise<unknown>> {
  installFakeStorage();
  const { createJudge } = await import('../../lib/background/judge.ts');
  const judge = createJudge(() => undefined);
  await judge.trust(trustInLocal());
  return async (binary) => judge.judge({ binary }, 'show');
}
