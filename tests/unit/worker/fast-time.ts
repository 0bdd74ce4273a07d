import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';

// Time that passes faster for workers and for the local price services, so that both still agree. It
// advances by small steps, with a pause after each for the network between them, which keeps its own
// pace. A busy machine makes the pauses longer, not the time that passes in them.

type Run = (...given: unknown[]) => void;

/** What Node's timers can do that the services and `fetch` use. */
interface Timer {
  run: () => void;
  dueAt: number;
  waitMs: number;
  isRepeated: boolean;
  refresh: () => Timer;
  ref: () => Timer;
  unref: () => Timer;
}

/** A response of a local service takes about 3 pauses: 60 ms of this time, as on a good network. */
const STEP_MS = 20;
const PAUSE_MS = 1;

/** How long a wait lasts, in this time. */
const WAIT_MS = 600_000;

/** Node's own, for the pauses and for the timers that were started before. */
const real = {
  setTimeout: globalThis.setTimeout,
  clearTimeout: globalThis.clearTimeout,
  setInterval: globalThis.setInterval,
  clearInterval: globalThis.clearInterval,
};

let restore: (() => void) | undefined;
let advance: (ms: number) => void = () => {};

/** From now on, time passes faster in this process. Call it before anything starts. */
export function startFastTime(): void {
  const { now } = Date;
  const monotonicNow = performance.now.bind(performance);
  const timeout = AbortSignal.timeout.bind(AbortSignal);
  const startedAt = { epochMs: now(), ms: monotonicNow() };
  let passedMs = 0;
  const timers = new Set<Timer>();

  const start = (run: Run, ms: number | undefined, given: unknown[], isRepeated: boolean) => {
    const waitMs = Math.max(1, ms ?? 0);
    const timer: Timer = {
      // A timer runs in the worker that started it.
      run: AsyncLocalStorage.bind(() => run(...given)),
      dueAt: passedMs + waitMs,
      waitMs,
      isRepeated,
      refresh: () => {
        timer.dueAt = passedMs + waitMs;
        timers.add(timer);
        return timer;
      },
      ref: () => timer,
      unref: () => timer,
    };
    timers.add(timer);
    return timer;
  };
  const clear = (timer: unknown): void => {
    if (!timers.delete(timer as Timer)) real.clearTimeout(timer as NodeJS.Timeout);
  };
  advance = (ms) => {
    const end = passedMs + ms;
    for (let timer = nextOf(timers); timer && timer.dueAt <= end; timer = nextOf(timers)) {
      passedMs = Math.max(passedMs, timer.dueAt);
      if (timer.isRepeated) timer.dueAt += timer.waitMs;
      else timers.delete(timer);
      timer.run();
    }
    passedMs = end;
  };
  const step = (): void => {
    advance(STEP_MS);
    pause = rest();
  };
  // Other threads compute digests, and a busy machine delays them, so each step waits for them.
  const rest = () => real.setTimeout(() => randomBytes(1, () => void (isOver || step())), PAUSE_MS);
  let isOver = false;
  let pause = rest();

  performance.now = () => startedAt.ms + passedMs;
  Date.now = () => Math.round(startedAt.epochMs + passedMs);
  AbortSignal.timeout = (ms) => {
    const abort = new AbortController();
    start(() => abort.abort(new DOMException('', 'TimeoutError')), ms, [], false);
    return abort.signal;
  };
  Object.assign(globalThis, {
    setTimeout: (run: Run, ms?: number, ...given: unknown[]) => start(run, ms, given, false),
    setInterval: (run: Run, ms?: number, ...given: unknown[]) => start(run, ms, given, true),
    clearTimeout: clear,
    clearInterval: clear,
  });
  restore = () => {
    isOver = true;
    real.clearTimeout(pause);
    Date.now = now;
    performance.now = monotonicNow;
    AbortSignal.timeout = timeout;
    Object.assign(globalThis, real);
  };
}

function nextOf(timers: ReadonlySet<Timer>): Timer | undefined {
  let next: Timer | undefined;
  for (const timer of timers) if (!next || timer.dueAt < next.dueAt) next = timer;
  return next;
}

/** Waits for this long, in this time. */
export function pass(ms: number): Promise<void> {
  return new Promise((done) => setTimeout(done, ms));
}

/** Lets this long pass at once, while no worker runs: nothing waits for the network. */
export function leap(ms: number): void {
  advance(ms);
}

/** Waits until the check passes. A slow machine gets as many steps as a fast one. */
export async function until(check: () => unknown): Promise<void> {
  const end = performance.now() + WAIT_MS;
  for (;;) {
    try {
      await check();
      return;
    } catch (error) {
      if (performance.now() > end) throw error;
    }
    await pass(STEP_MS);
  }
}

/** From now on, time passes as usual. */
export function endFastTime(): void {
  restore?.();
  restore = undefined;
}
