import { LEAST_JUMP_MS } from '../domain/prices/clock-run.ts';

/** Detects steps of the local clock by comparing it with the monotonic clock. */
export function createStepDetector() {
  let reference = readClocks();
  let totalMs = 0;
  return {
    /** The sum of all steps since the worker started, milliseconds. */
    get totalMs() {
      return totalMs;
    },
    /** Returns the step since the last one that was found, milliseconds; 0: none. */
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
