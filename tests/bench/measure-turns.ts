import { threadCpuMs } from './time.ts';

/** Milliseconds of this thread's CPU time. */
export interface Turns {
  /** The longest time during which nothing else could run. */
  longestMs: number;
  totalMs: number;
}

/** Measures how long `work` blocks this thread. */
export async function measureTurns(
  work: () => Promise<unknown>,
  now: () => number = threadCpuMs,
): Promise<Turns> {
  const progress = { isDone: false };
  const finish = (): void => {
    progress.isDone = true;
  };
  // Deferred, so that the synchronous start of `work` is measured too.
  const done = Promise.resolve().then(work);
  // Handle a rejection right away, because it is rethrown only at the end.
  done.then(finish, finish);
  const startedAt = now();
  let turnStartedAt = startedAt;
  let longestMs = 0;
  while (!progress.isDone) {
    await new Promise((turn) => setImmediate(turn));
    const turnEndedAt = now();
    longestMs = Math.max(longestMs, turnEndedAt - turnStartedAt);
    turnStartedAt = turnEndedAt;
  }
  await done;
  return { longestMs, totalMs: turnStartedAt - startedAt };
}
