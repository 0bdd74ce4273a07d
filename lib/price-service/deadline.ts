import { onAbort } from './delay.ts';
import { RequestTimeoutError } from './errors.ts';

export interface Deadline {
  /** Aborts with a RequestTimeoutError at the deadline, or with the parent's reason. */
  signal: AbortSignal;
  /** The awaited thing came in time: only the parent aborts from now on. */
  met(): void;
  /** Frees the timer and whatever still uses the signal. */
  end(): void;
}

/** Starts the clock of one HTTP request. */
export function startDeadline(endpoint: string, timeoutMs: number, parent: AbortSignal): Deadline {
  const controller = new AbortController();
  const ended = new AbortController();
  const timer = setTimeout(
    () => controller.abort(new RequestTimeoutError(endpoint, timeoutMs)),
    timeoutMs,
  );
  const abort = () => {
    clearTimeout(timer);
    controller.abort(parent.reason);
  };
  onAbort(parent, abort, ended.signal);
  return {
    signal: controller.signal,
    met: () => clearTimeout(timer),
    end: () => {
      clearTimeout(timer);
      ended.abort();
      controller.abort();
    },
  };
}
