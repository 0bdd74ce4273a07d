import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createClockKeeper } from '@/lib/background/clock-keeper.ts';
import { lastAskedAt } from '@/lib/storage/prices.ts';

const STEP = 90_000;

let jumps: number[];

// The monotonic clock is faked too: `setSystemTime` steps the local clock alone.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'performance', 'setTimeout', 'clearTimeout'] });
  jumps = [];
});
afterEach(() => {
  vi.useRealTimers();
});

function startKeeper() {
  return createClockKeeper({
    isMarketOpen: () => true,
    onJump: (jumpMs) => jumps.push(jumpMs),
    onSetBack: () => Promise.resolve(),
    onChange: () => {},
    record: () => {},
  });
}

function stepClock(ms: number): void {
  vi.setSystemTime(Date.now() + ms);
}

describe('the clock keeper reports a jump of the local clock', () => {
  it.each([STEP, -STEP])('of %d ms, once', async (stepMs) => {
    const keeper = startKeeper();
    await keeper.loaded;
    stepClock(stepMs);
    keeper.check();
    await vi.advanceTimersByTimeAsync(10_000);
    keeper.check();
    expect(jumps).toEqual([stepMs]);
  });

  it('and none where time just passes', async () => {
    const keeper = startKeeper();
    await keeper.loaded;
    await vi.advanceTimersByTimeAsync(3_600_000);
    keeper.check();
    expect(jumps).toEqual([]);
  });

  it('that set it back while no worker ran, by as much as is certain', async () => {
    await lastAskedAt.setValue(Date.now() - 2_000);
    stepClock(-STEP);
    await startKeeper().loaded;
    expect(jumps).toEqual([2_000 - STEP]);
  });

  it('once, where it happens while the worker starts', async () => {
    await lastAskedAt.setValue(Date.now());
    const keeper = startKeeper();
    stepClock(-STEP);
    await keeper.loaded;
    expect(jumps).toEqual([-STEP]);
  });
});
