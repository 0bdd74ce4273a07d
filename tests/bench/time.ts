/**
 * CPU milliseconds of this thread that `work` takes: other programs do not count. The system counts
 * in ticks of some milliseconds, so that a fair sample takes a hundred or more.
 */
export async function cpuMs(work: () => unknown): Promise<number> {
  const before = threadCpuMs();
  await work();
  return threadCpuMs() - before;
}

/** CPU milliseconds that this thread has taken since it started. */
export function threadCpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

/** Milliseconds that `work` takes by the clock. */
export async function millisecondsOf(work: () => unknown): Promise<number> {
  const before = performance.now();
  await work();
  return performance.now() - before;
}
