import { vi } from 'vitest';
import { CHECK_EVERY_MS, WAIT_MS } from './limits.ts';

// A setup file: no setting of vitest gives `vi.waitFor` and `vi.waitUntil` a limit other than 1 s.

/** Each check advances fake timers by the interval. */
const FAKE_TIMERS_STEP_MS = 50;

const { waitFor, waitUntil } = vi;

// Files without isolation share `vi`.
if (waitFor.name !== 'limitedWaitFor') {
  vi.waitFor = function limitedWaitFor(check) {
    return waitFor(check, limits());
  };
  vi.waitUntil = (check) => waitUntil(check, limits());
}

function limits(): { timeout: number; interval: number } {
  const interval = vi.isFakeTimers() ? FAKE_TIMERS_STEP_MS : CHECK_EVERY_MS;
  return { timeout: WAIT_MS, interval };
}
