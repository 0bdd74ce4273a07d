type Step = () => Promise<void>;

/**
 * The queue of everything that reads and writes stored prices. Comparing and storing must not
 * interleave.
 */
export interface Turns {
  /** For settings changes: runs before all steps queued with `last`. */
  next: (step: Step) => Promise<void>;
  last: (step: Step) => Promise<void>;
}

/** A failing step rejects only its caller's promise. */
export function createTurns(): Turns {
  const changes: Step[] = [];
  const updates: Step[] = [];
  let isRunning = false;

  async function run(): Promise<void> {
    if (isRunning) return;
    isRunning = true;
    await Promise.resolve();
    for (let step = take(); step; step = take()) await step();
    isRunning = false;
  }

  function take(): Step | undefined {
    return changes.shift() ?? updates.shift();
  }

  function wait(queue: Step[], step: Step): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    queue.push(() => step().then(resolve, reject));
    void run();
    return promise;
  }

  return { next: (step) => wait(changes, step), last: (step) => wait(updates, step) };
}
