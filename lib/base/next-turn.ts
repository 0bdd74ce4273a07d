/**
 * Resolves after other tasks have had a turn. Browsers delay nested timers by 4 ms, and
 * `scheduler.yield` resumes ahead of other tasks.
 */
export function nextTurn(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const { port1, port2 } = new MessageChannel();
  port1.addEventListener('message', () => {
    // An open port would keep a Node process alive.
    port1.close();
    resolve();
  });
  port1.start();
  port2.postMessage(null);
  return promise;
}

const LONGEST_TURN_MS = 10;

/** Splits long work into turns, so that other tasks run in between. */
export class LongWork {
  #startedAt = performance.now();

  /** Call this when a turn begins without `nextTurn`. */
  startTurn(): void {
    this.#startedAt = performance.now();
  }

  /** Call this after each step, which is short. */
  async endLongTurn(): Promise<void> {
    if (performance.now() - this.#startedAt < LONGEST_TURN_MS) return;
    await nextTurn();
    this.startTurn();
  }
}
