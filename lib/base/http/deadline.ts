import { onAbort } from './delay.ts';
import { RequestTimeoutError } from './errors.ts';

export interface Deadline {
  /** Aborts with a RequestTimeoutError, or with the parent's reason. */
  signal: AbortSignal;
  /** Pauses the clock while the wait is not the service's fault. */
  hold<T>(promise: Promise<T>): Promise<T>;
  /** Stops the clock. From now on, only the parent can abort. */
  met(): void;
  /** Stops the clock and aborts. */
  end(): void;
}

/** Starts the deadline of one HTTP request. */
export function startDeadline(endpoint: string, timeoutMs: number, parent: AbortSignal): Deadline {
  const controller = new AbortController();
  const ended = new AbortController();
  const clock = startClock(timeoutMs, () =>
    controller.abort(new RequestTimeoutError(endpoint, timeoutMs)),
  );
  const abort = () => {
    clock.end();
    controller.abort(parent.reason);
  };
  onAbort(parent, abort, ended.signal);
  return {
    signal: controller.signal,
    hold: (promise) => {
      clock.pause();
      return promise.finally(clock.resume);
    },
    met: clock.end,
    end: () => {
      clock.end();
      ended.abort();
      controller.abort();
    },
  };
}

function startClock(ms: number, onTimeout: () => void) {
  let leftMs = ms;
  let isEnded = false;
  let startedAt = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const resume = () => {
    if (isEnded) return;
    startedAt = performance.now();
    timer = setTimeout(onTimeout, Math.ceil(leftMs));
  };
  const pause = () => {
    clearTimeout(timer);
    leftMs = Math.max(0, leftMs - (performance.now() - startedAt));
  };
  const end = () => {
    isEnded = true;
    clearTimeout(timer);
  };
  resume();
  return { pause, resume, end };
}
