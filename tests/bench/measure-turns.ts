import { threadCpuMs } from './time.ts';

/** Milliseconds of this thread's CPU time. */
export interface Turns {
  /** The most that lay between two turns of somebody else. */
  longestMs: number;
  totalMs: number;
}

/** Measures how long some work keeps this thread from everything else. */
export async function measureTurns(
  work: () => Promise<unknown>,
  now: () => number = threadCpuMs,
): Promise<Turns> {
  const progress = { isOver: false };
  const finish = (): void => {
    progress.isOver = true;
  };
  // Not called here: what it does at once has to be measured too.
  const done = Promise.resolve().then(work);
  // A rejection is handled at once, although it is passed on only at the end.
  done.then(finish, finish);
  const startedAt = now();
  let turnStartedAt = startedAt;
  let longestMs = 0;
  while (!progress.isOver) {
    await new Promise((turn) => setImmediate(turn));
    const turnEndedAt = now();
    longestMs = Math.max(longestMs, turnEndedAt - turnStartedAt);
    turnStartedAt = turnEndedAt;
  }
  await done;
  return { longestMs, totalMs: turnStartedAt - startedAt };
}
