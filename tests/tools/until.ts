import { throwCrash } from './browser-crash.ts';
import { BROWSER_WAIT_MS } from './limits.ts';

type Falsy = false | null | undefined | 0 | '';

interface UntilOptions {
  /** What is waited for; part of the error message. */
  what: string;
  /** Only for a test of how long something takes. */
  timeoutMs?: number;
  everyMs?: number;
}

/**
 * Calls `find` until it returns something truthy, and returns that.
 *
 * An error of `find` means "not yet"; the last one is the cause if the time runs out.
 */
export async function until<T>(
  find: () => T | Falsy | Promise<T | Falsy>,
  { what, timeoutMs = BROWSER_WAIT_MS, everyMs = 50 }: UntilOptions,
): Promise<T> {
  const end = Date.now() + timeoutMs;
  let last: unknown;
  for (;;) {
    try {
      const found = await within(find, Math.max(end - Date.now(), 1));
      if (found) return found;
      last = undefined;
    } catch (error) {
      last = error;
    }
    throwCrash();
    if (Date.now() >= end) {
      throw new Error(`Waited ${timeoutMs / 1_000} s in vain for: ${what}`, { cause: last });
    }
    await pause(everyMs);
  }
}

export function pause(ms: number): Promise<void> {
  return new Promise((done) => setTimeout(done, ms));
}

/** Returns the result of `work`; throws if it takes longer than `ms`. */
export async function within<T>(work: () => T | Promise<T>, ms: number): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, failed) => {
    timer = setTimeout(() => failed(new Error(`No answer within ${ms} ms`)), ms);
  });
  try {
    return await Promise.race([Promise.resolve(work()), late]);
  } finally {
    clearTimeout(timer);
  }
}
