import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ClockKeeper } from '@/lib/background/clock-keeper.ts';
import { lastAskedAt } from '@/lib/storage/values/prices.ts';

const STEP = 90_000;

let steps: number[];

// The monotonic clock is fake too. `setSystemTime` steps only the local clock.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'performance', 'setTimeout', 'clearTimeout'] });
  steps = [];
});
afterEach(() => {
  vi.useRealTimers();
});

function startKeeper() {
  return new ClockKeeper({
    onStep: async (stepMs) => void steps.push(stepMs),
    onChange: () => {},
  });
}

function stepClock(ms: number): void {
  vi.setSystemTime(Date.now() + ms);
}

describe('steps of the local clock', () => {
  it.each([STEP, -STEP])('reports a step of %d ms once', async (stepMs) => {
    const keeper = startKeeper();
    await keeper.loaded;
    stepClock(stepMs);
    keeper.check();
    await vi.advanceTimersByTimeAsync(10_000);
    keeper.check();
    expect(steps).toEqual([stepMs]);
  });

  it('reports nothing while time passes', async () => {
    const keeper = startKeeper();
    await keeper.loaded;
    await vi.advanceTimersByTimeAsync(3_600_000);
    keeper.check();
    expect(steps).toEqual([]);
  });

  it('reports the smallest possible size of a step back while no worker ran', async () => {
    await lastAskedAt.setValue(Date.now() - 2_000);
    stepClock(-STEP);
    await startKeeper().loaded;
    expect(steps).toEqual([2_000 - STEP]);
  });

  it('reports a step once if it happens while the worker starts', async () => {
    await lastAskedAt.setValue(Date.now());
    const keeper = startKeeper();
    stepClock(-STEP);
    await keeper.loaded;
    expect(steps).toEqual([-STEP]);
  });
});
