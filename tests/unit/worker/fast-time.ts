// Time that passes faster for workers and for the local price services, so that both still agree. Only
// the network between them keeps its pace.

type Run = (...given: unknown[]) => void;

let factor = 1;
let since = { real: 0, shown: 0 };
let restore: (() => void) | undefined;

/** From now on, the speed of time in this process can be changed. Call it before anything starts. */
export function startOwnTime(): void {
  const { setTimeout: startTimer, setInterval: startInterval } = globalThis;
  const { now } = Date;
  const monotonicNow = performance.now.bind(performance);
  const epochMs = now() - monotonicNow();
  factor = 1;
  since = { real: monotonicNow(), shown: monotonicNow() };
  performance.now = () => since.shown + (monotonicNow() - since.real) * factor;
  Date.now = () => Math.round(epochMs + performance.now());
  const faster = (ms: number | undefined): number => (ms ?? 0) / factor;
  Object.assign(globalThis, {
    setTimeout: (run: Run, ms?: number, ...given: unknown[]) =>
      startTimer(run, faster(ms), ...given),
    setInterval: (run: Run, ms?: number, ...given: unknown[]) =>
      startInterval(run, faster(ms), ...given),
  });
  setSpeed = (next) => {
    since = { real: monotonicNow(), shown: performance.now() };
    factor = next;
  };
  restore = () => {
    Date.now = now;
    performance.now = monotonicNow;
    Object.assign(globalThis, { setTimeout: startTimer, setInterval: startInterval });
  };
}

let setSpeed: (next: number) => void = () => {
  throw new Error('startOwnTime was not called');
};

/** Time passes so many times faster from now on, or slower, below 1. Timers that run keep their pace. */
export function hurry(times: number): void {
  setSpeed(times);
}

/** Time passes as usual again. */
export function endOwnTime(): void {
  restore?.();
  restore = undefined;
}
