import { expect, onTestFinished, vi } from 'vitest';

/** Far beyond what a local request takes on a busy machine. */
const LIMIT_MS = 20_000;

/** Stops this process's timers, the client's among them. The network stays real. */
export function stopTimers() {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  const started = vi.spyOn(globalThis, 'setTimeout');
  onTestFinished(() => {
    started.mockRestore();
    vi.useRealTimers();
  });
  return {
    /** Waits for a timer of exactly `ms`, and checks that it ends neither earlier nor later. */
    async elapse(ms: number, hasEnded: () => boolean): Promise<void> {
      await until(() => started.mock.calls.some(([, delay]) => delay === ms), `${ms} ms`);
      started.mockClear();
      await vi.advanceTimersByTimeAsync(ms - 1);
      await settle();
      expect(hasEnded()).toBe(false);
      await vi.advanceTimersByTimeAsync(1);
      await until(hasEnded, `what follows ${ms} ms`);
    },
    /** Lets time pass, and whatever follows. */
    async pass(ms: number): Promise<void> {
      await vi.advanceTimersByTimeAsync(ms);
      await settle();
    },
  };
}

/** Waits for a condition, even while timers are stopped. */
export async function until(condition: () => boolean, what: string): Promise<void> {
  const end = Date.now() + LIMIT_MS;
  while (!condition()) {
    if (Date.now() > end) throw new Error(`Waited in vain for ${what}.`);
    await turn();
  }
}

/** What a promise resolves with, with a limit: the time limit of a test has stopped, too. */
export async function resultOf<T>(promise: Promise<T>, what: string): Promise<T> {
  let isSettled = false;
  void promise.finally(() => (isSettled = true));
  await until(() => isSettled, what);
  return promise;
}

/** Lets a request arrive that should not have been made. */
async function settle(): Promise<void> {
  for (let turns = 0; turns < 50; turns += 1) await turn();
}

function turn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
