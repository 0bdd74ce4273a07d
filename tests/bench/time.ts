/**
 * CPU milliseconds that `work` takes on this thread, unaffected by other programs. The system counts
 * in ticks of a few milliseconds, so a sample should take 100 ms or more.
 */
export async function cpuMs(work: () => unknown): Promise<number> {
  const before = threadCpuMs();
  await work();
  return threadCpuMs() - before;
}

/** CPU milliseconds that this thread has used since it started. */
export function threadCpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

/** Elapsed milliseconds that `work` takes. */
export async function millisecondsOf(work: () => unknown): Promise<number> {
  const before = performance.now();
  await work();
  return performance.now() - before;
}
