/** Timers take a signed 32-bit number of milliseconds. Timers with larger values fire at once. */
export const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** Rejects with the signal's reason as soon as it aborts. */
export function delay(ms: number, signal?: AbortSignal): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const over = new AbortController();
  const timer = setTimeout(
    () => {
      over.abort();
      resolve();
    },
    Math.min(ms, LONGEST_TIMER_MS),
  );
  const stop = () => {
    clearTimeout(timer);
    reject(signal?.reason);
  };
  if (signal) onAbort(signal, stop, over.signal);
  return promise;
}

/** Settles like `promise`, which may ignore the signal, or rejects with the signal's reason. */
export async function abortable<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  const over = new AbortController();
  const aborted = Promise.withResolvers<never>();
  onAbort(signal, () => aborted.reject(signal.reason), over.signal);
  try {
    const result = await Promise.race([promise, aborted.promise]);
    signal.throwIfAborted();
    return result;
  } finally {
    over.abort();
  }
}

/** Runs `action` once when `signal` aborts, or now if it already has. `until` cancels this. */
export function onAbort(signal: AbortSignal, action: () => void, until: AbortSignal): void {
  if (signal.aborted) action();
  else signal.addEventListener('abort', action, { once: true, signal: until });
}
