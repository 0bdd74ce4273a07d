/**
 * Runs `work` one run at a time. Calls during a run lead to one further run after it. Each call
 * resolves when nothing is left to do, and rejects with the error of the run that it waited for.
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
      // In the same turn as the last check: a call in between would find a run that is over.
      running = undefined;
    }
  }

  return () => {
    isWanted = true;
    running ??= runUntilDone();
    return running;
  };
}
