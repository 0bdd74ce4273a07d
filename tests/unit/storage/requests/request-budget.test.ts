import { pauseRequests } from '../../pause-requests.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  keepPauseAskedFor,
  pauseEndsAt,
  spareDelayMs,
  takeRequest,
} from '@/lib/storage/requests/request-budget.ts';
import { RequestPausedError } from '@/lib/domain/connection/state.ts';
import { followClockStep, watchClock } from '@/lib/storage/requests/stored-budget.ts';
import { BASE_URL, budgetOf, forgetRequests, setBudget } from './budgets.ts';

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
      Array.from({ length: 35 }, () => takeRequest(BASE_URL).then(() => sent.push(Date.now()))),
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
    await pauseRequests(BASE_URL, until);
    await expect(takeRequest(BASE_URL)).rejects.toMatchObject({
      name: 'RequestPausedError',
      until,
    });
    await vi.advanceTimersByTimeAsync(60_000);
    await expect(takeRequest(BASE_URL)).resolves.toBeUndefined();
  });

  it('rejects until the longer of two pauses ends', async () => {
    await pauseRequests(BASE_URL, Date.now() + 60_000);
    await pauseRequests(BASE_URL, Date.now() + 1_000);
    await vi.advanceTimersByTimeAsync(2_000);
    await expect(takeRequest(BASE_URL)).rejects.toBeInstanceOf(RequestPausedError);
    await forgetRequests();
    await expect(takeRequest(BASE_URL)).resolves.toBeUndefined();
  });

  it('stops waiting when the caller aborts', async () => {
    for (let count = 0; count < 8; count += 1) await takeRequest(BASE_URL);
    const abort = new AbortController();
    const waiting = takeRequest(BASE_URL, abort.signal);
    const refused = expect(waiting).rejects.toThrow('enough');
    await vi.advanceTimersByTimeAsync(10);
    abort.abort(new Error('enough'));
    await refused;
  });

  it('does not count a request that was aborted before it could be sent', async () => {
    const abort = new AbortController();
    const refused = expect(takeRequest(BASE_URL, abort.signal)).rejects.toThrow('enough');
    abort.abort(new Error('enough'));
    await refused;
    expect((await budgetOf(BASE_URL)).sentAt).toEqual([]);
  });

  it('starts with an empty count for another service', async () => {
    for (let count = 0; count < 8; count += 1) await takeRequest(BASE_URL);
    await pauseRequests(BASE_URL, Date.now() + 60_000);
    await forgetRequests();
    await expect(takeRequest(BASE_URL)).resolves.toBeUndefined();
  });

  it('stores a new pause if the stored one is impossible', async () => {
    await setBudget(BASE_URL, { sentAt: [], pausedUntil: Date.now() + 10 * 86_400_000 });
    await expect(takeRequest(BASE_URL)).resolves.toBeUndefined();
    const until = Date.now() + 60_000;
    await pauseRequests(BASE_URL, until);
    await expect(takeRequest(BASE_URL)).rejects.toMatchObject({ until });
  });

  it('still counts the latest requests after the clock is set back slightly', async () => {
    for (let count = 0; count < 8; count += 1) await takeRequest(BASE_URL);
    vi.setSystemTime(Date.now() - 3_000);
    expect(await spareDelayMs(BASE_URL, { sentAtMost: 7, pauseMs: 0 })).toBeGreaterThan(10_000);
  });

  it('still works after the clock is set back', async () => {
    for (let count = 0; count < 8; count += 1) await takeRequest(BASE_URL);
    vi.setSystemTime(Date.now() - 3_600_000);
    await expect(takeRequest(BASE_URL)).resolves.toBeUndefined();
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
      await pauseRequests(BASE_URL, Date.now() + 60_000);
      await vi.advanceTimersByTimeAsync(20_000);
      await stepClock(stepMs);
      expect(await pauseEndsAt(BASE_URL)).toBe(Date.now() + 40_000);
      await vi.advanceTimersByTimeAsync(40_000);
      await expect(takeRequest(BASE_URL)).resolves.toBeUndefined();
    },
  );

  it.each([90_000, -90_000])(
    'does not bring back a pause that was over when the clock steps by %d ms',
    async (stepMs) => {
      await pauseRequests(BASE_URL, Date.now() + 60_000);
      await vi.advanceTimersByTimeAsync(61_000);
      await stepClock(stepMs);
      expect(await pauseEndsAt(BASE_URL)).toBeNull();
    },
  );

  it.each([90_000, -90_000])(
    'still counts what was just sent when the clock steps by %d ms',
    async (stepMs) => {
      for (let count = 0; count < 8; count += 1) await takeRequest(BASE_URL);
      await vi.advanceTimersByTimeAsync(4_000);
      await stepClock(stepMs);
      expect(await spareDelayMs(BASE_URL, { sentAtMost: 7, pauseMs: 0 })).toBe(6_500);
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
    for (let count = 0; count < 8; count += 1) await takeRequest(BASE_URL);
    stepUnnoticed(ms);
    expect(await spareDelayMs(BASE_URL, { sentAtMost: 7, pauseMs: 0 })).toBe(10_500);
  });

  it('notices one that comes while a request waits for its turn', async () => {
    for (let count = 0; count < 8; count += 1) await takeRequest(BASE_URL);
    let isSent = false;
    const waiting = takeRequest(BASE_URL).then(() => (isSent = true));
    await vi.advanceTimersByTimeAsync(5_000);
    stepUnnoticed(90_000);
    await vi.advanceTimersByTimeAsync(5_400);
    expect(isSent).toBe(false);
    await vi.advanceTimersByTimeAsync(200);
    await waiting;
  });

  it('notices one that comes before a pause is noted', async () => {
    stepUnnoticed(-90_000);
    await keepPauseAskedFor(BASE_URL, { status: 429, retryAfterMs: 5_000 });
    expect(await pauseEndsAt(BASE_URL)).toBe(Date.now() + 5_000);
    await vi.advanceTimersByTimeAsync(5_000);
    await expect(takeRequest(BASE_URL)).resolves.toBeUndefined();
  });

  it('follows each step once, however many notice it', async () => {
    await pauseRequests(BASE_URL, Date.now() + 60_000);
    stepUnnoticed(90_000);
    await Promise.all(
      [pauseEndsAt(BASE_URL), spareDelayMs(BASE_URL, { sentAtMost: 7, pauseMs: 0 })].map((read) =>
        read.catch(() => {}),
      ),
    );
    stepUnnoticed(-90_000);
    expect(await pauseEndsAt(BASE_URL)).toBe(Date.now() + 60_000);
  });
});

describe('a request that can wait', () => {
  const spare = { sentAtMost: 3, pauseMs: 2_500 };

  it('never exceeds its share of the limit, and never sends two requests at once', async () => {
    const sent: number[] = [];
    const all = Promise.all(
      Array.from({ length: 12 }, () =>
        takeRequest(BASE_URL, undefined, spare).then(() => sent.push(Date.now())),
      ),
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
    for (let count = 0; count < 4; count += 1) await takeRequest(BASE_URL);
    expect(await spareDelayMs(BASE_URL, spare)).toBeGreaterThan(10_000);
    let isSent = false;
    const waiting = takeRequest(BASE_URL, undefined, spare).then(() => {
      isSent = true;
    });
    await vi.advanceTimersByTimeAsync(10_000);
    expect(isSent).toBe(false);
    await vi.advanceTimersByTimeAsync(1_000);
    await waiting;
  });

  it('leaves the rest of the limit to requests that cannot wait', async () => {
    await takeRequest(BASE_URL, undefined, spare);
    for (let count = 0; count < 7; count += 1) await takeRequest(BASE_URL);
    expect(await spareDelayMs(BASE_URL, { sentAtMost: 7, pauseMs: 0 })).toBeGreaterThan(0);
  });

  it('rejects during a pause', async () => {
    await pauseRequests(BASE_URL, Date.now() + 60_000);
    await expect(takeRequest(BASE_URL, undefined, spare)).rejects.toBeInstanceOf(
      RequestPausedError,
    );
    await expect(spareDelayMs(BASE_URL, spare)).rejects.toBeInstanceOf(RequestPausedError);
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
    await keepPauseAskedFor(BASE_URL, { status, retryAfterMs });
    const until = Date.now() + pauseMs;
    expect(await pauseEndsAt(BASE_URL)).toBe(until);
    await expect(takeRequest(BASE_URL)).rejects.toMatchObject({
      name: 'RequestPausedError',
      until,
    });
  });

  it.each([
    ['503 without Retry-After', undefined],
    ['503 with Retry-After: 0', 0],
  ])('%s does not pause requests', async (_, retryAfterMs) => {
    await keepPauseAskedFor(BASE_URL, { status: 503, retryAfterMs });
    expect(await pauseEndsAt(BASE_URL)).toBeNull();
    await expect(takeRequest(BASE_URL)).resolves.toBeUndefined();
  });

  it('a pause that has ended has no effect', async () => {
    await keepPauseAskedFor(BASE_URL, { status: 503, retryAfterMs: 5_000 });
    await vi.advanceTimersByTimeAsync(5_000);
    expect(await pauseEndsAt(BASE_URL)).toBeNull();
  });
});
