/** Timers take a signed 32-bit number; anything above it fires at once. */
export const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** Resolves after `ms` milliseconds; rejects with the signal's reason as soon as it aborts. */
export async function delay(ms: number, signal?: AbortSignal): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  try {
    await abortable(
      new Promise<void>((resolve) => {
        timer = setTimeout(resolve, Math.min(ms, LONGEST_TIMER_MS));
      }),
      signal,
    );
  } finally {
    clearTimeout(timer);
  }
}

/** The promise's own result, or a rejection with the signal's reason as soon as it aborts. */
export async function abortable<T>(promise: Promise<T>, signal?: AbortSignal): Promise<T> {
  if (!signal) return promise;
  const stop = new AbortController();
  const aborted = new Promise<never>((_resolve, reject) => {
    onAbort(signal, () => reject(signal.reason), stop.signal);
  });
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    stop.abort();
  }
}

/** Runs `action` once when `signal` aborts, at once if it already has; never after `until`. */
export function onAbort(signal: AbortSignal, action: () => void, until: AbortSignal): void {
  if (signal.aborted) action();
  else signal.addEventListener('abort', action, { once: true, signal: until });
}
