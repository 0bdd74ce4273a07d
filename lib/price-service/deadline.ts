import { onAbort } from './delay.ts';
import { RequestTimeoutError } from './errors.ts';

export interface Deadline {
  /** Aborts with a RequestTimeoutError at the deadline, or with the parent's reason. */
  signal: AbortSignal;
  /** Awaits something that is not the service's doing: the clock stands still meanwhile. */
  hold<T>(promise: Promise<T>): Promise<T>;
  /** The awaited thing came in time: only the parent aborts from now on. */
  met(): void;
  /** Frees the timer and whatever still uses the signal. */
  end(): void;
}

/** Starts the clock of one HTTP request. */
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
      clock.stop();
      return promise.finally(clock.goOn);
    },
    met: clock.end,
    end: () => {
      clock.end();
      ended.abort();
      controller.abort();
    },
  };
}

/** A timer that can stand still in between. */
function startClock(ms: number, onOver: () => void) {
  let leftMs = ms;
  let isEnded = false;
  let startedAt = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const goOn = () => {
    if (isEnded) return;
    startedAt = performance.now();
    timer = setTimeout(onOver, Math.ceil(leftMs));
  };
  const stop = () => {
    clearTimeout(timer);
    leftMs = Math.max(0, leftMs - (performance.now() - startedAt));
  };
  const end = () => {
    isEnded = true;
    clearTimeout(timer);
  };
  goOn();
  return { stop, goOn, end };
}
