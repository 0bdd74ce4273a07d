import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { RequestBudget, type Spare } from '@/lib/storage/requests/request-budget.ts';
import { requestBudgets } from '@/lib/storage/values/connection-memory.ts';
import { RequestPausedError } from '@/lib/domain/connection/state.ts';
import { BASE_URL, budgetOf, setBudget } from './budgets.ts';

const ALL: Spare = { sentAtMost: 7, pauseMs: 0 };
const OTHER_URL = 'https://other.example';

/** All steps that the worker noticed. */
let stepsMs: number;
let budget: RequestBudget;

/** A worker with the current storage. */
function startWorker(): RequestBudget {
  stepsMs = 0;
  return new RequestBudget({ loaded: Promise.resolve(), stepsMs: () => stepsMs });
}

/** The clock is stepped while a worker runs. */
function stepClock(ms: number): void {
  vi.setSystemTime(Date.now() + ms);
  stepsMs += ms;
}

/** As if the service had asked for a pause of this length. */
const pause = (ms: number): Promise<void> =>
  budget.refuse(BASE_URL, { status: 429, retryAfterMs: ms });

async function send(count: number, to = budget): Promise<void> {
  for (let sent = 0; sent < count; sent += 1) await to.take(BASE_URL);
}

/** Lets time pass until all of these are sent. Resolves with when. */
async function timesOf(requests: ReadonlyArray<Promise<void>>): Promise<number[]> {
  const sent: number[] = [];
  const all = Promise.all(requests.map((each) => each.then(() => sent.push(Date.now()))));
  for (let step = 0; sent.length < requests.length && step < 2_000; step += 1) {
    await vi.advanceTimersByTimeAsync(100);
  }
  await all;
  return sent;
}

const mostWithin = (ms: number, sent: readonly number[]): number =>
  Math.max(...sent.map((at) => sent.filter((other) => other >= at && other < at + ms).length));

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] });
  budget = startWorker();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('requests for prices', () => {
  it('are at most 8 in 10 s, because one may arrive three times on a broken connection', async () => {
    const sent = await timesOf(Array.from({ length: 35 }, () => budget.take(BASE_URL)));
    expect(mostWithin(10_000, sent)).toBe(8);
    expect(sent.at(-1)! - sent[0]!).toBeLessThan(50_000);
  });

  it('are counted across pages and workers, and paused in all of them', async () => {
    const workers = [budget, new RequestBudget(), new RequestBudget()];
    const requests = workers.flatMap((worker) =>
      Array.from({ length: 8 }, () => worker.take(BASE_URL)),
    );
    expect(mostWithin(10_000, await timesOf(requests))).toBe(8);
    await pause(60_000);
    await expect(startWorker().take(BASE_URL)).rejects.toMatchObject({
      name: 'RequestPausedError',
      until: Date.now() + 60_000,
    });
    await vi.advanceTimersByTimeAsync(60_000);
    await startWorker().take(BASE_URL);
  });

  it('have a budget for each host', async () => {
    await send(8);
    await pause(60_000);
    await budget.take(OTHER_URL);
    await expect(budget.take(`${BASE_URL}/path`)).rejects.toBeInstanceOf(RequestPausedError);
  });

  it('that wait are rejected when a pause begins, and when their signal aborts', async () => {
    await send(8);
    const abort = new AbortController();
    const aborted = expect(budget.take(BASE_URL, abort.signal)).rejects.toThrow('enough');
    await vi.advanceTimersByTimeAsync(10);
    abort.abort(new Error('enough'));
    await aborted;
    const waiting = expect(budget.take(BASE_URL)).rejects.toBeInstanceOf(RequestPausedError);
    await pause(60_000);
    await vi.advanceTimersByTimeAsync(11_000);
    await waiting;
  });

  it('do not count if they were aborted before they could be sent', async () => {
    const abort = new AbortController();
    const refused = expect(budget.take(BASE_URL, abort.signal)).rejects.toThrow('enough');
    abort.abort(new Error('enough'));
    await refused;
    await budget.take(BASE_URL);
    expect((await budgetOf(BASE_URL)).sentAt).toHaveLength(1);
  });

  it('that no longer count leave no trace of their service', async () => {
    await send(1);
    await vi.advanceTimersByTimeAsync(11_000);
    await budget.take(OTHER_URL);
    expect(Object.keys(await requestBudgets.getValue())).toEqual([OTHER_URL]);
  });
});

describe('a request that can wait', () => {
  const spare: Spare = { sentAtMost: 3, pauseMs: 2_500 };
  const takeSpare = () => budget.take(BASE_URL, undefined, spare);

  it('never exceeds its share of the limit, and never sends two requests at once', async () => {
    const sent = await timesOf(Array.from({ length: 12 }, takeSpare));
    expect(mostWithin(10_000, sent)).toBe(4);
    expect(mostWithin(spare.pauseMs, sent)).toBe(1);
  });

  it('lets requests that cannot wait go first', async () => {
    await send(4);
    expect(await budget.spareDelayMs(BASE_URL, spare)).toBeGreaterThan(10_000);
    let isSent = false;
    const waiting = takeSpare().then(() => (isSent = true));
    await budget.take(BASE_URL);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(isSent).toBe(false);
    await vi.advanceTimersByTimeAsync(1_000);
    await waiting;
  });

  it('leaves the rest of the limit to requests that cannot wait', async () => {
    await takeSpare();
    await send(7);
    expect(await budget.spareDelayMs(BASE_URL, ALL)).toBeGreaterThan(0);
  });

  it('rejects during a pause', async () => {
    await pause(60_000);
    await expect(takeSpare()).rejects.toBeInstanceOf(RequestPausedError);
    await expect(budget.spareDelayMs(BASE_URL, spare)).rejects.toBeInstanceOf(RequestPausedError);
  });
});

describe('requests for candles', () => {
  const never = new AbortController().signal;
  const takeCandles = (rank = 1) => budget.takeForCandles(BASE_URL, rank, never);
  const refuse = (ms: number) =>
    budget.refuse(BASE_URL, { status: 429, retryAfterMs: ms }, 'candles');

  /** A request that ends at once. */
  async function fetchCandles(): Promise<void> {
    await takeCandles();
    budget.endOfCandles(BASE_URL);
  }

  it('run 20 at a time, the most important first', async () => {
    const sent: number[] = [];
    const ranks = Array.from({ length: 30 }, (_, rank) => 29 - rank);
    const all = ranks.map((rank) => takeCandles(rank).then(() => sent.push(rank)));
    await vi.advanceTimersByTimeAsync(20_000);
    expect(sent).toHaveLength(20);
    const [next] = ranks.filter((rank) => !sent.includes(rank)).toSorted((a, b) => a - b);
    budget.endOfCandles(BASE_URL);
    await vi.advanceTimersByTimeAsync(100);
    expect(sent.at(-1)).toBe(next);
    for (let ended = 0; ended < 20; ended += 1) budget.endOfCandles(BASE_URL);
    await Promise.all(all);
  });

  it('are 40 in 10 s, and take nothing from prices', async () => {
    const all = timesOf(Array.from({ length: 90 }, fetchCandles));
    await send(8);
    expect(mostWithin(10_000, await all)).toBe(40);
  });

  it('wait for the end of a pause, which does not concern prices', async () => {
    await refuse(7_000);
    const [first] = await timesOf([fetchCandles(), budget.take(BASE_URL)]);
    expect(first).toBeLessThan(Date.now() - 6_000);
    expect(await budget.pauseEndsAt(BASE_URL)).toBeNull();
  });

  it('share the limit of prices after a 429, also in the next worker', async () => {
    await refuse(1_000);
    budget = startWorker();
    await vi.advanceTimersByTimeAsync(1_000);
    await send(2);
    const sent = await timesOf(Array.from({ length: 12 }, fetchCandles));
    expect(mostWithin(10_000, sent)).toBe(6);
    expect(sent.filter((at) => at < sent[0]! + 10_000).length).toBe(4);
  });

  it('never exceed a limit, whatever happens', async () => {
    const step = fc.record({
      ms: fc.integer({ min: 0, max: 4_000 }),
      event: fc.constantFrom('candles', 'candles', 'candles', 'end', 'price', 'refuse'),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 100 }), async (steps) => {
        await requestBudgets.setValue({});
        budget = startWorker();
        const [candles, prices]: [number[], number[]] = [[], []];
        let running = 0;
        let refusedAt = Infinity;
        const faults: unknown[] = [];
        for (const { ms, event } of steps) {
          await vi.advanceTimersByTimeAsync(ms % 7 === 0 ? ms : ms % 40);
          if (event === 'candles') {
            const taken = takeCandles().then(() => {
              running += 1;
              candles.push(Date.now());
              expect(running).toBeLessThanOrEqual(20);
              const recent = [...candles, ...prices].filter((at) => Date.now() - at < 10_000);
              if (refusedAt < Infinity) expect(recent.length).toBeLessThanOrEqual(8);
              if (refusedAt < Infinity)
                expect(Date.now() - refusedAt).toBeGreaterThanOrEqual(5_000);
            });
            taken.catch((error: unknown) => faults.push(error));
          } else if (event === 'end' && running > 0) {
            running -= 1;
            budget.endOfCandles(BASE_URL);
          } else if (event === 'price') {
            void budget.take(BASE_URL).then(() => prices.push(Date.now()));
          } else if (event === 'refuse' && ms > 3_500) {
            await refuse(5_000);
            refusedAt = Date.now();
          }
        }
        expect(faults).toEqual([]);
        expect(mostWithin(10_000, candles)).toBeLessThanOrEqual(40);
        expect(mostWithin(10_000, prices)).toBeLessThanOrEqual(8);
      }),
      { numRuns: 100 },
    );
  });
});

describe('a step of the local clock', () => {
  it.each([90_000, -90_000, 86_400_000, -86_400_000])(
    'of %d ms leaves a pause as long as it was asked for, also for the next worker',
    async (ms) => {
      await pause(60_000);
      await vi.advanceTimersByTimeAsync(20_000);
      stepClock(ms);
      expect(await budget.pauseEndsAt(BASE_URL)).toBe(Date.now() + 40_000);
      await budget.storeSteps();
      budget = startWorker();
      expect(await budget.pauseEndsAt(BASE_URL)).toBe(Date.now() + 40_000);
      await vi.advanceTimersByTimeAsync(40_000);
      await budget.take(BASE_URL);
    },
  );

  it.each([90_000, -90_000])('of %d ms does not bring back a pause that was over', async (ms) => {
    await pause(60_000);
    await vi.advanceTimersByTimeAsync(61_000);
    stepClock(ms);
    expect(await budget.pauseEndsAt(BASE_URL)).toBeNull();
  });

  it.each([90_000, -90_000, -3_000])('of %d ms: what was just sent still counts', async (ms) => {
    await send(8);
    await vi.advanceTimersByTimeAsync(4_000);
    stepClock(ms);
    expect(await budget.spareDelayMs(BASE_URL, ALL)).toBe(6_500);
  });

  it('while a request waits for its turn does not send it early', async () => {
    await send(8);
    let isSent = false;
    const waiting = budget.take(BASE_URL).then(() => (isSent = true));
    await vi.advanceTimersByTimeAsync(5_000);
    stepClock(90_000);
    await vi.advanceTimersByTimeAsync(5_400);
    expect(isSent).toBe(false);
    await vi.advanceTimersByTimeAsync(200);
    await waiting;
  });

  it('counts once, however many reads notice it', async () => {
    await pause(60_000);
    stepClock(90_000);
    await Promise.all([budget.pauseEndsAt(BASE_URL), budget.storeSteps()]);
    stepClock(-90_000);
    expect(await budget.pauseEndsAt(BASE_URL)).toBe(Date.now() + 60_000);
  });

  it('back while no worker ran makes no pause longer than it was asked for', async () => {
    await send(1);
    await pause(20_000);
    vi.setSystemTime(Date.now() - 90_000);
    budget = startWorker();
    expect(await budget.pauseEndsAt(BASE_URL)).toBe(Date.now() + 20_000);
    await vi.advanceTimersByTimeAsync(20_000);
    await budget.take(BASE_URL);
  });
});

describe('a pause', () => {
  it.each([
    ['429 without Retry-After', 429, undefined, 60_000],
    ['429 with Retry-After', 429, 5_000, 5_000],
    ['429 with Retry-After: 0', 429, 0, 1_000],
    ['503 with Retry-After', 503, 120_000, 120_000],
    ['404 with Retry-After', 404, 7_000, 7_000],
    ['503 with a Retry-After of ten days', 503, 10 * 86_400_000, 86_400_000],
  ])('follows from %s', async (_, status, retryAfterMs, pauseMs) => {
    await budget.refuse(BASE_URL, { status, retryAfterMs });
    const until = Date.now() + pauseMs;
    expect(await budget.pauseEndsAt(BASE_URL)).toBe(until);
    await expect(budget.take(BASE_URL)).rejects.toMatchObject({
      name: 'RequestPausedError',
      until,
    });
  });

  it.each([
    ['503 without Retry-After', undefined],
    ['503 with Retry-After: 0', 0],
  ])('does not follow from %s', async (_, retryAfterMs) => {
    await budget.refuse(BASE_URL, { status: 503, retryAfterMs });
    expect(await budget.pauseEndsAt(BASE_URL)).toBeNull();
    await budget.take(BASE_URL);
  });

  it('that is longer stays', async () => {
    await pause(60_000);
    await pause(1_000);
    await vi.advanceTimersByTimeAsync(2_000);
    await expect(budget.take(BASE_URL)).rejects.toBeInstanceOf(RequestPausedError);
  });

  it('that is impossible is replaced', async () => {
    await setBudget(BASE_URL, { pausedUntil: Date.now() + 10 * 86_400_000 });
    await budget.take(BASE_URL);
    await pause(60_000);
    await expect(budget.take(BASE_URL)).rejects.toMatchObject({ until: Date.now() + 60_000 });
  });
});
