import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  forgetRequests,
  keepPauseAskedFor,
  pauseEndsAt,
  pauseRequests,
  RequestPausedError,
  spareDelayMs,
  takeRequest,
  takeSpareRequest,
} from '@/lib/connection/request-budget.ts';
import { followClockStep, watchClock } from '@/lib/connection/stored-budget.ts';
import { requestBudget } from '@/lib/storage/connection.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

describe('takeRequest', () => {
  it('never allows more than 8 requests in 10 s, because one may arrive three times on a broken connection', async () => {
    const sent: number[] = [];
    const all = Promise.all(
      Array.from({ length: 35 }, () => takeRequest().then(() => sent.push(Date.now()))),
    );
    for (let step = 0; sent.length < 35 && step < 1_000; step += 1) {
      await vi.advanceTimersByTimeAsync(100);
    }
    await all;
    for (const at of sent) {
      expect(sent.filter((other) => other >= at && other < at + 10_000).length).toBeLessThan(9);
    }
    expect(sent.at(-1)! - sent[0]!).toBeLessThan(50_000);
  });

  it('rejects during a pause and says when it ends', async () => {
    const until = Date.now() + 60_000;
    await pauseRequests(until);
    await expect(takeRequest()).rejects.toMatchObject({ name: 'RequestPausedError', until });
    await vi.advanceTimersByTimeAsync(60_000);
    await expect(takeRequest()).resolves.toBeUndefined();
  });

  it('rejects until the longer of two pauses ends', async () => {
    await pauseRequests(Date.now() + 60_000);
    await pauseRequests(Date.now() + 1_000);
    await vi.advanceTimersByTimeAsync(2_000);
    await expect(takeRequest()).rejects.toBeInstanceOf(RequestPausedError);
    await forgetRequests();
    await expect(takeRequest()).resolves.toBeUndefined();
  });

  it('stops waiting when the caller aborts', async () => {
    for (let count = 0; count < 8; count += 1) await takeRequest();
    const abort = new AbortController();
    const waiting = takeRequest(abort.signal);
    const refused = expect(waiting).rejects.toThrow('enough');
    await vi.advanceTimersByTimeAsync(10);
    abort.abort(new Error('enough'));
    await refused;
  });

  it('does not count a request that was aborted before it could be sent', async () => {
    const abort = new AbortController();
    const refused = expect(takeRequest(abort.signal)).rejects.toThrow('enough');
    abort.abort(new Error('enough'));
    await refused;
    expect((await requestBudget.getValue()).sentAt).toEqual([]);
  });

  it('starts with an empty count for another service', async () => {
    for (let count = 0; count < 8; count += 1) await takeRequest();
    await pauseRequests(Date.now() + 60_000);
    await forgetRequests();
    await expect(takeRequest()).resolves.toBeUndefined();
  });

  it('stores a new pause if the stored one is impossible', async () => {
    await requestBudget.setValue({ sentAt: [], pausedUntil: Date.now() + 10 * 86_400_000 });
    await expect(takeRequest()).resolves.toBeUndefined();
    const until = Date.now() + 60_000;
    await pauseRequests(until);
    await expect(takeRequest()).rejects.toMatchObject({ until });
  });

  it('still counts the latest requests after the clock is set back slightly', async () => {
    for (let count = 0; count < 8; count += 1) await takeRequest();
    vi.setSystemTime(Date.now() - 3_000);
    expect(await spareDelayMs({ sentAtMost: 7, pauseMs: 0 })).toBeGreaterThan(10_000);
  });

  it('still works after the clock is set back', async () => {
    for (let count = 0; count < 8; count += 1) await takeRequest();
    vi.setSystemTime(Date.now() - 3_600_000);
    await expect(takeRequest()).resolves.toBeUndefined();
  });
});

describe('followClockStep', () => {
  async function stepClock(ms: number): Promise<void> {
    vi.setSystemTime(Date.now() + ms);
    await followClockStep(ms);
  }

  it.each([90_000, -90_000, 86_400_000, -86_400_000])(
    'keeps a pause as long as it was asked for when the clock steps by %d ms',
    async (stepMs) => {
      await pauseRequests(Date.now() + 60_000);
      await vi.advanceTimersByTimeAsync(20_000);
      await stepClock(stepMs);
      expect(await pauseEndsAt()).toBe(Date.now() + 40_000);
      await vi.advanceTimersByTimeAsync(40_000);
      await expect(takeRequest()).resolves.toBeUndefined();
    },
  );

  it.each([90_000, -90_000])(
    'does not bring back a pause that was over when the clock steps by %d ms',
    async (stepMs) => {
      await pauseRequests(Date.now() + 60_000);
      await vi.advanceTimersByTimeAsync(61_000);
      await stepClock(stepMs);
      expect(await pauseEndsAt()).toBeNull();
    },
  );

  it.each([90_000, -90_000])(
    'still counts what was just sent when the clock steps by %d ms',
    async (stepMs) => {
      for (let count = 0; count < 8; count += 1) await takeRequest();
      await vi.advanceTimersByTimeAsync(4_000);
      await stepClock(stepMs);
      expect(await spareDelayMs({ sentAtMost: 7, pauseMs: 0 })).toBe(6_500);
    },
  );
});

describe('watchClock', () => {
  let stepMs = 0;

  /** The clock is stepped, and nothing notices before the budget is used. */
  function stepUnnoticed(ms: number): void {
    vi.setSystemTime(Date.now() + ms);
    stepMs = ms;
  }

  beforeEach(() => {
    stepMs = 0;
    watchClock(() => {
      const noticedMs = stepMs;
      stepMs = 0;
      if (noticedMs !== 0) void followClockStep(noticedMs);
    });
  });
  afterEach(() => watchClock(() => {}));

  it.each([90_000, -90_000])('notices a step of %d ms when the budget is used', async (ms) => {
    for (let count = 0; count < 8; count += 1) await takeRequest();
    stepUnnoticed(ms);
    expect(await spareDelayMs({ sentAtMost: 7, pauseMs: 0 })).toBe(10_500);
  });

  it('notices one that comes while a request waits for its turn', async () => {
    for (let count = 0; count < 8; count += 1) await takeRequest();
    let isSent = false;
    const waiting = takeRequest().then(() => (isSent = true));
    await vi.advanceTimersByTimeAsync(5_000);
    stepUnnoticed(90_000);
    await vi.advanceTimersByTimeAsync(5_400);
    expect(isSent).toBe(false);
    await vi.advanceTimersByTimeAsync(200);
    await waiting;
  });

  it('notices one that comes before a pause is noted', async () => {
    stepUnnoticed(-90_000);
    await keepPauseAskedFor({ status: 429, retryAfterMs: 5_000 });
    expect(await pauseEndsAt()).toBe(Date.now() + 5_000);
    await vi.advanceTimersByTimeAsync(5_000);
    await expect(takeRequest()).resolves.toBeUndefined();
  });

  it('follows each step once, however many notice it', async () => {
    await pauseRequests(Date.now() + 60_000);
    stepUnnoticed(90_000);
    await Promise.all(
      [pauseEndsAt(), spareDelayMs({ sentAtMost: 7, pauseMs: 0 })].map((read) =>
        read.catch(() => {}),
      ),
    );
    stepUnnoticed(-90_000);
    expect(await pauseEndsAt()).toBe(Date.now() + 60_000);
  });
});

describe('takeSpareRequest', () => {
  const spare = { sentAtMost: 3, pauseMs: 2_500 };

  it('never exceeds its share of the limit, and never sends two requests at once', async () => {
    const sent: number[] = [];
    const all = Promise.all(
      Array.from({ length: 12 }, () => takeSpareRequest(spare).then(() => sent.push(Date.now()))),
    );
    for (let step = 0; sent.length < 12 && step < 1_000; step += 1) {
      await vi.advanceTimersByTimeAsync(100);
    }
    await all;
    for (const at of sent) {
      expect(sent.filter((other) => other >= at && other < at + 10_000).length).toBeLessThan(5);
      const next = sent.find((other) => other > at);
      expect((next ?? Infinity) - at).toBeGreaterThanOrEqual(spare.pauseMs);
    }
  });

  it('lets requests that cannot wait go first', async () => {
    for (let count = 0; count < 4; count += 1) await takeRequest();
    expect(await spareDelayMs(spare)).toBeGreaterThan(10_000);
    let isSent = false;
    const waiting = takeSpareRequest(spare).then(() => {
      isSent = true;
    });
    await vi.advanceTimersByTimeAsync(10_000);
    expect(isSent).toBe(false);
    await vi.advanceTimersByTimeAsync(1_000);
    await waiting;
  });

  it('leaves the rest of the limit to requests that cannot wait', async () => {
    await takeSpareRequest(spare);
    for (let count = 0; count < 7; count += 1) await takeRequest();
    expect(await spareDelayMs({ sentAtMost: 7, pauseMs: 0 })).toBeGreaterThan(0);
  });

  it('rejects during a pause', async () => {
    await pauseRequests(Date.now() + 60_000);
    await expect(takeSpareRequest(spare)).rejects.toBeInstanceOf(RequestPausedError);
    await expect(spareDelayMs(spare)).rejects.toBeInstanceOf(RequestPausedError);
  });
});

describe('keepPauseAskedFor', () => {
  it.each([
    ['429 without Retry-After', 429, undefined, 60_000],
    ['429 with Retry-After', 429, 5_000, 5_000],
    ['429 with Retry-After: 0', 429, 0, 1_000],
    ['503 with Retry-After', 503, 120_000, 120_000],
    ['404 with Retry-After', 404, 7_000, 7_000],
    ['503 with a Retry-After of ten days', 503, 10 * 86_400_000, 86_400_000],
  ])('%s pauses requests', async (_, status, retryAfterMs, pauseMs) => {
    await keepPauseAskedFor({ status, retryAfterMs });
    const until = Date.now() + pauseMs;
    expect(await pauseEndsAt()).toBe(until);
    await expect(takeRequest()).rejects.toMatchObject({ name: 'RequestPausedError', until });
  });

  it.each([
    ['503 without Retry-After', undefined],
    ['503 with Retry-After: 0', 0],
  ])('%s does not pause requests', async (_, retryAfterMs) => {
    await keepPauseAskedFor({ status: 503, retryAfterMs });
    expect(await pauseEndsAt()).toBeNull();
    await expect(takeRequest()).resolves.toBeUndefined();
  });

  it('a pause that has ended has no effect', async () => {
    await keepPauseAskedFor({ status: 503, retryAfterMs: 5_000 });
    await vi.advanceTimersByTimeAsync(5_000);
    expect(await pauseEndsAt()).toBeNull();
  });
});
