import { cpuMs } from './time.ts';

/** The most milliseconds of this thread's time that lay between two turns of somebody else. */
export async function longestTurn(work: () => Promise<unknown>): Promise<number> {
  const progress = { isOver: false };
  // Not called here: what it does at once has to be measured too.
  const done = Promise.resolve()
    .then(work)
    .finally(() => {
      progress.isOver = true;
    });
  let longest = 0;
  while (!progress.isOver) {
    longest = Math.max(longest, await cpuMs(() => new Promise((turn) => setImmediate(turn))));
  }
  await done;
  return longest;
}
