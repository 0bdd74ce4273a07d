/**
 * Runs `work` once at a time. Calls during a run lead to one further run. Each call resolves when
 * no run is pending, and rejects with the error of its run.
 */
export function coalesce(work: () => Promise<void>): () => Promise<void> {
  let isWanted = false;
  let running: Promise<void> | undefined;

  async function runUntilDone(): Promise<void> {
    try {
      while (isWanted) {
        isWanted = false;
        await work();
      }
    } finally {
      // Reset in the same turn as the last check, so that no call joins a finished run.
      running = undefined;
    }
  }

  return () => {
    isWanted = true;
    running ??= runUntilDone();
    return running;
  };
}
