import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { watchSilence } from '@/lib/background/connection/silence.ts';

const onQuiet = vi.fn();
const onSilent = vi.fn();

let watch: ReturnType<typeof watchSilence>;

beforeEach(() => {
  vi.useFakeTimers();
  vi.clearAllMocks();
  watch = watchSilence({ onQuiet, onSilent });
});
afterEach(() => {
  watch.stop();
  vi.useRealTimers();
});

/** Reports data this many times, at this interval. */
function bring(count: number, everyMs: number): void {
  for (let index = 0; index < count; index += 1) {
    vi.advanceTimersByTime(everyMs);
    watch.onData();
  }
}

/** Milliseconds of silence until the first report. */
function quietAfter(): number {
  onQuiet.mockClear();
  let passed = 0;
  while (onQuiet.mock.calls.length === 0 && passed < 60_000) {
    vi.advanceTimersByTime(100);
    passed += 100;
  }
  return passed;
}

describe('silence', () => {
  it('is unusual after 1.2 s if data came several times a second', () => {
    bring(20, 400);
    expect(quietAfter()).toBe(1_200);
    expect(onQuiet).toHaveBeenCalledWith(true);
  });

  it('is unusual only after twice the pauses of a stream that is slow by nature', () => {
    bring(20, 4_000);
    expect(onQuiet).not.toHaveBeenCalled();
    expect(quietAfter()).toBe(8_000);
    expect(onQuiet).toHaveBeenCalledWith(false);
  });

  it('is not unusual after 1.2 s while the pace is not known', () => {
    bring(3, 400);
    expect(quietAfter()).toBeGreaterThan(3_000);
    expect(onQuiet).toHaveBeenCalledWith(false);
  });

  it('is measured by the longest pause of late', () => {
    bring(20, 400);
    bring(1, 3_000);
    onQuiet.mockClear();
    bring(5, 400);
    expect(quietAfter()).toBeGreaterThan(3_000);
    bring(20, 400);
    expect(quietAfter()).toBe(1_200);
  });

  it('is reported again and again, and after 30 s as such', () => {
    bring(20, 400);
    vi.advanceTimersByTime(30_000);
    expect(onQuiet).toHaveBeenCalledTimes(25);
    expect(onSilent).toHaveBeenCalledTimes(1);
  });
});
