type Run = (...given: unknown[]) => void;

/** Ends the fast time. */
let restore: (() => void) | undefined;

/**
 * Makes time pass so many times faster in this process, for workers and for the local price services,
 * so that both still agree. Only the network between them keeps its pace.
 */
export function startFastTime(factor: number): void {
  const { setTimeout: startTimer, setInterval: startInterval } = globalThis;
  const { now } = Date;
  const monotonicNow = performance.now.bind(performance);
  const [start, monotonicStart] = [now(), monotonicNow()];
  const faster = (ms: number | undefined): number => (ms ?? 0) / factor;
  Date.now = () => Math.round(start + (monotonicNow() - monotonicStart) * factor);
  performance.now = () => monotonicStart + (monotonicNow() - monotonicStart) * factor;
  Object.assign(globalThis, {
    setTimeout: (run: Run, ms?: number, ...given: unknown[]) =>
      startTimer(run, faster(ms), ...given),
    setInterval: (run: Run, ms?: number, ...given: unknown[]) =>
      startInterval(run, faster(ms), ...given),
  });
  restore = () => {
    Date.now = now;
    performance.now = monotonicNow;
    Object.assign(globalThis, { setTimeout: startTimer, setInterval: startInterval });
  };
}

/** Time passes as usual again. */
export function endFastTime(): void {
  restore?.();
  restore = undefined;
}
