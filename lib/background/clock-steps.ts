import { LEAST_JUMP_MS } from '../domain/prices/clock-run.ts';

/** Detects steps of the local clock by comparing it with the monotonic clock. */
export function createStepDetector() {
  let reference = readClocks();
  let totalMs = 0;
  return {
    /** Since the worker started, in milliseconds. */
    get totalMs() {
      return totalMs;
    },
    /** The step since the last call, in milliseconds. */
    find(): number {
      const now = readClocks();
      const stepMs = now.local - reference.local - (now.monotonic - reference.monotonic);
      // The reference stays, so that smaller differences add up.
      if (Math.abs(stepMs) < LEAST_JUMP_MS) return 0;
      reference = now;
      totalMs += stepMs;
      return stepMs;
    },
  };
}

function readClocks(): { local: number; monotonic: number } {
  return { local: Date.now(), monotonic: performance.now() };
}
