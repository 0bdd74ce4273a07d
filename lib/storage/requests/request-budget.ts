import { coalesce } from '../../base/coalesce.ts';
import { onAbort } from '../../base/http/delay.ts';
import type { UnixMilliseconds } from '../../base/units.ts';
import { isPausedAt, requestedPauseMs } from '../../domain/connection/pause.ts';
import {
  RequestPausedError,
  type OriginBudget,
  type OriginBudgets,
} from '../../domain/connection/state.ts';
import type { Refusal } from '../../price-service/index.ts';
import { withLock } from '../lock.ts';
import { requestBudgets } from '../values/connection-memory.ts';

/** How long a request counts, in milliseconds. */
export const WINDOW_MS = 10_500;

// The public service counts 10 requests in 10 s as they arrive, and we count them as they leave.
// Also, Chromium repeats a GET up to twice when a reused connection breaks.
/** Requests for prices per `WINDOW_MS`. */
export const MAX_REQUESTS = 10 - 2;

/** When a request that can wait may be sent, so that price requests never wait for it. */
export interface Spare {
  /** At most this many requests were sent in the last 10 s. */
  sentAtMost: number;
  /** Milliseconds after the last request of any kind. */
  pauseMs: number;
}

const PRICES: Spare = { sentAtMost: MAX_REQUESTS - 1, pauseMs: 0 };
const CANDLES: Spare = { sentAtMost: 40 - 1, pauseMs: 0 };
/** After a 429, candles share the limit of prices, of which two requests are kept for prices. */
const REDUCED_CANDLES: Spare = { sentAtMost: MAX_REQUESTS - 2 - 1, pauseMs: 0 };
const REDUCED_FOR_MS = 24 * 60 * 60 * 1_000;
/** Concurrent requests for candles. */
const MAX_CANDLES_RUNNING = 20;

/** Notices steps of the local clock. */
export interface StepClock {
  /** Resolves once steps before this start are noticed. */
  readonly loaded: Promise<void>;
  /** All steps so far, in milliseconds. */
  stepsMs: () => number;
}

const WITHOUT_STEPS: StepClock = { loaded: Promise.resolve(), stepsMs: () => 0 };

type Kind = 'prices' | 'candles';

interface Waiter {
  baseUrl: string;
  kind: Kind;
  /** Lower ranks go first. */
  rank: number;
  spare: Spare;
  pass: () => void;
  fail: (reason: unknown) => void;
}

/** Stored budgets, with their times by the current local clock. */
interface Known {
  budgets: OriginBudgets;
  now: UnixMilliseconds;
  stepsMs: number;
}

const UNUSED: OriginBudget = { sentAt: [], pausedUntil: 0 };

/**
 * Limits the requests to services: at most 10 prices in 10 s, and none during a pause that a service
 * asked for. What was sent is stored and changes only under a lock, so that a restarted worker or a
 * second page cannot exceed the limit. Services on one host share a budget, because hosts limit
 * their callers, whatever the path or token.
 */
export class RequestBudget {
  readonly #clock: StepClock;
  /** Steps of the clock that the stored times already follow, in milliseconds. */
  #followedMs = 0;
  /** If storage is full, requests are counted here. */
  #unstored: OriginBudgets | null = null;
  #waiting: Waiter[] = [];
  /** Requests for candles without a response yet, by origin. */
  readonly #running = new Map<string, number>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #letPass = coalesce(() => this.#passWaiting());

  /** @param clock the worker's; pages are too short-lived to follow steps */
  constructor(clock: StepClock = WITHOUT_STEPS) {
    this.#clock = clock;
  }

  /**
   * Waits until one more request for prices is within the limit, and counts it.
   * @throws RequestPausedError during a pause; the signal's reason if it aborts
   */
  take(baseUrl: string, signal?: AbortSignal, spare: Spare = PRICES): Promise<void> {
    return this.#wait({ baseUrl, kind: 'prices', rank: 0, spare }, signal);
  }

  /** Also waits for the end of a pause. Call `endOfCandles` when the request ends. */
  takeForCandles(baseUrl: string, rank: number, signal: AbortSignal): Promise<void> {
    return this.#wait({ baseUrl, kind: 'candles', rank, spare: CANDLES }, signal);
  }

  endOfCandles(baseUrl: string): void {
    this.#changeRunning(baseUrl, -1);
    void this.#letPass();
  }

  /**
   * How many milliseconds a request that can wait would wait now.
   * @throws RequestPausedError during a pause
   */
  async spareDelayMs(baseUrl: string, spare: Spare): Promise<number> {
    const { budgets, now } = await this.#locked(async (known) => known);
    const { sentAt, pausedUntil } = budgetOf(budgets, baseUrl, 'prices');
    if (isPausedAt(now, pausedUntil)) throw new RequestPausedError(pausedUntil);
    return delayMs(sentAt, spare, now);
  }

  /** Counts a request that the browser may have repeated, without waiting. */
  countRepeat(baseUrl: string): Promise<void> {
    return this.#locked(({ budgets, ...known }) =>
      this.#store({ ...known, budgets: withRequest(budgets, baseUrl, 'prices', known.now) }),
    );
  }

  /** Stores a pause that a service asked for. A longer current pause stays. */
  refuse(baseUrl: string, refusal: Refusal, kind: Kind = 'prices'): Promise<void> {
    const pauseMs = requestedPauseMs(refusal);
    if (pauseMs === 0) return Promise.resolve();
    return this.#locked(({ budgets, ...known }) => {
      const { now } = known;
      const budget = budgetOf(budgets, baseUrl, kind);
      const current = isPausedAt(now, budget.pausedUntil) ? budget.pausedUntil : 0;
      const paused = { ...budget, pausedUntil: Math.max(current, now + pauseMs) };
      const isReduced = kind === 'candles' && refusal.status === 429;
      if (isReduced) paused.reducedUntil = now + REDUCED_FOR_MS;
      return this.#store({ ...known, budgets: { ...budgets, [keyOf(baseUrl, kind)]: paused } });
    });
  }

  /** When the current pause ends; `null` if there is none. */
  async pauseEndsAt(baseUrl: string): Promise<UnixMilliseconds | null> {
    const { budgets, now } = await this.#locked(async (known) => known);
    const { pausedUntil } = budgetOf(budgets, baseUrl, 'prices');
    return isPausedAt(now, pausedUntil) ? pausedUntil : null;
  }

  /**
   * Moves the stored times along with the clock, for the next worker. In this one, steps count at
   * once.
   *
   * Sleep looks like a step forward on Linux and macOS, so a pause continues when the computer
   * wakes. A step forward without a worker ends a pause early.
   */
  storeSteps(): Promise<void> {
    return this.#locked((known) => this.#store(known));
  }

  async #wait(
    request: Omit<Waiter, 'pass' | 'fail'>,
    signal: AbortSignal | undefined,
  ): Promise<void> {
    signal?.throwIfAborted();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const over = new AbortController();
    const waiter = { ...request, pass: resolve, fail: reject };
    if (signal) {
      const stop = (): void => {
        this.#waiting = this.#waiting.filter((each) => each !== waiter);
        reject(signal.reason);
      };
      onAbort(signal, stop, over.signal);
    }
    this.#waiting.push(waiter);
    void this.#letPass();
    await promise.finally(() => over.abort());
  }

  async #passWaiting(): Promise<void> {
    clearTimeout(this.#timer);
    let passed: readonly Waiter[] = [];
    let waitMs = Infinity;
    try {
      await this.#locked(async (known) => {
        const counted = this.#countWaiting(known);
        ({ passed, waitMs } = counted);
        if (passed.length > 0) await this.#store({ ...known, budgets: counted.budgets });
      });
    } catch (error) {
      for (const { fail } of this.#waiting.splice(0)) fail(error);
    }
    for (const { pass } of passed) pass();
    if (waitMs < Infinity) this.#timer = setTimeout(() => void this.#letPass(), waitMs);
  }

  /** Counts the requests that may be sent now, and rejects those of a service with a pause. */
  #countWaiting({ budgets: before, now }: Known) {
    let budgets = before;
    let waitMs = Infinity;
    const passed: Waiter[] = [];
    const waiting: Waiter[] = [];
    for (const waiter of this.#waiting.toSorted((a, b) => a.rank - b.rank)) {
      const { baseUrl, kind } = waiter;
      const { pausedUntil } = budgetOf(budgets, baseUrl, kind);
      const ms = this.#delayMs(waiter, budgets, now);
      if (kind === 'prices' && isPausedAt(now, pausedUntil)) {
        waiter.fail(new RequestPausedError(pausedUntil));
      } else if (ms > 0) {
        waiting.push(waiter);
        waitMs = Math.min(waitMs, ms);
      } else {
        passed.push(waiter);
        budgets = withRequest(budgets, baseUrl, kind, now);
        if (kind === 'candles') this.#changeRunning(baseUrl, 1);
      }
    }
    this.#waiting = waiting;
    return { budgets, passed, waitMs };
  }

  /** `Infinity`: until a running request ends. */
  #delayMs(
    { baseUrl, kind, spare }: Waiter,
    budgets: OriginBudgets,
    now: UnixMilliseconds,
  ): number {
    const { sentAt, pausedUntil, reducedUntil = 0 } = budgetOf(budgets, baseUrl, kind);
    if (isPausedAt(now, pausedUntil)) return pausedUntil - now;
    if (kind === 'prices') return delayMs(sentAt, spare, now);
    if ((this.#running.get(originOf(baseUrl)) ?? 0) >= MAX_CANDLES_RUNNING) return Infinity;
    if (!isReducedAt(now, reducedUntil)) return delayMs(sentAt, spare, now);
    const { sentAt: pricesSentAt } = budgetOf(budgets, baseUrl, 'prices');
    return delayMs([...sentAt, ...pricesSentAt], REDUCED_CANDLES, now);
  }

  #changeRunning(baseUrl: string, by: number): void {
    const origin = originOf(baseUrl);
    this.#running.set(origin, Math.max(0, (this.#running.get(origin) ?? 0) + by));
  }

  async #locked<T>(work: (known: Known) => Promise<T>): Promise<T> {
    // Not under the lock, which may be what the clock waits for.
    await this.#clock.loaded;
    return withLock('requests', async () => {
      const known = await this.#read();
      if (!Object.values(known.budgets).some((budget) => aheadMs(budget, known.now) > 0)) {
        return work(known);
      }
      // The clock was set back while no worker ran.
      await this.#store(known);
      return work(await this.#read());
    });
  }

  async #read(): Promise<Known> {
    const stored = this.#unstored ?? (await requestBudgets.getValue());
    // No `await` from here on: the current time must match the steps noticed so far.
    const stepsMs = this.#clock.stepsMs();
    const now = Date.now();
    const moved = Object.entries(stored).map(
      ([key, budget]) => [key, afterStep(budget, stepsMs - this.#followedMs, now)] as const,
    );
    return { budgets: Object.fromEntries(moved), now, stepsMs };
  }

  /** Call this under the same lock as the read. Leaves out what no longer limits anything. */
  async #store({ budgets, now, stepsMs }: Known): Promise<void> {
    const moved = Object.entries(budgets).map(
      ([key, budget]) => [key, afterStep(budget, -aheadMs(budget, now), now)] as const,
    );
    const current = Object.fromEntries(moved.filter(([, budget]) => isInForce(budget, now)));
    this.#followedMs = stepsMs;
    try {
      await requestBudgets.setValue(current);
      this.#unstored = null;
    } catch {
      this.#unstored = current;
    }
  }
}

function originOf(baseUrl: string): string {
  return new URL(baseUrl).origin;
}

function keyOf(baseUrl: string, kind: Kind): string {
  const origin = originOf(baseUrl);
  return kind === 'prices' ? origin : `candles ${origin}`;
}

function budgetOf(budgets: OriginBudgets, baseUrl: string, kind: Kind): OriginBudget {
  return budgets[keyOf(baseUrl, kind)] ?? UNUSED;
}

function withRequest(
  budgets: OriginBudgets,
  baseUrl: string,
  kind: Kind,
  now: UnixMilliseconds,
): OriginBudgets {
  const budget = budgetOf(budgets, baseUrl, kind);
  const sentAt = [...recentAt(now, budget.sentAt), now];
  return { ...budgets, [keyOf(baseUrl, kind)]: { ...budget, sentAt } };
}

function delayMs(
  sentAt: readonly UnixMilliseconds[],
  { sentAtMost, pauseMs }: Spare,
  now: UnixMilliseconds,
): number {
  const recent = recentAt(now, sentAt).toSorted((a, b) => a - b);
  const tooMany = recent.at(-1 - sentAtMost);
  const last = recent.at(-1);
  return Math.max(
    0,
    tooMany === undefined ? 0 : tooMany + WINDOW_MS - now,
    last === undefined ? 0 : last + pauseMs - now,
  );
}

function recentAt(now: UnixMilliseconds, sentAt: readonly UnixMilliseconds[]): UnixMilliseconds[] {
  return sentAt.filter((at) => at <= now && now - at < WINDOW_MS);
}

function isReducedAt(now: UnixMilliseconds, until: UnixMilliseconds): boolean {
  return now < until && until <= now + REDUCED_FOR_MS;
}

function isInForce(
  { sentAt, pausedUntil, reducedUntil = 0 }: OriginBudget,
  now: UnixMilliseconds,
): boolean {
  return (
    recentAt(now, sentAt).length > 0 ||
    isPausedAt(now, pausedUntil) ||
    isReducedAt(now, reducedUntil)
  );
}

/** How far the clock must have been set back since: no request was sent in the future. */
function aheadMs({ sentAt }: OriginBudget, now: UnixMilliseconds): number {
  return Math.max(0, Math.max(0, ...sentAt) - now);
}

function afterStep(budget: OriginBudget, stepMs: number, now: UnixMilliseconds): OriginBudget {
  if (stepMs === 0) return budget;
  const before = now - stepMs;
  const { sentAt, pausedUntil } = budget;
  return {
    ...budget,
    sentAt: recentAt(before, sentAt).map((at) => at + stepMs),
    pausedUntil: isPausedAt(before, pausedUntil) ? pausedUntil + stepMs : 0,
  };
}
