type Step = () => Promise<void>;

/**
 * The one queue of all that reads and writes the stored prices. One step at a time: comparing with the
 * stored prices and storing must not interleave.
 */
export interface Turns {
  /** For a change of settings: after the step in progress, before all that wait with `last`. */
  next: (step: Step) => Promise<void>;
  /** For an update. */
  last: (step: Step) => Promise<void>;
}

/** A step that fails rejects for its caller alone. */
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
