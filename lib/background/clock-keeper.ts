import { isDeepEqual } from '../base/deep-equal.ts';
import {
  clockAfterPrice,
  UNKNOWN_SKEW,
  withoutService,
  type ClockSkew,
} from '../domain/prices/clock-skew.ts';
import { isProven, type StoredPrice } from '../domain/prices/stored-price.ts';
import { clockSkew } from '../storage/values/clock.ts';
import { lastAskedAt } from '../storage/values/prices.ts';
import type { UnixMilliseconds, UnixSeconds } from '../base/units.ts';
import type { StepClock } from '../storage/requests/request-budget.ts';
import type { Cached } from './cached.ts';

/** Smaller differences between the local and the monotonic clock are no steps. */
const LEAST_STEP_MS = 1_000;

/** `null`: the price failed verification. */
interface FeedPrice {
  price: StoredPrice | null;
}

interface ClockKeeperOptions {
  /**
   * The local clock was stepped, or sleep set it ahead. While no worker ran, only a step back is
   * noticed, with its smallest possible size. Resolves once the stored times are adjusted.
   */
  onStep: (stepMs: number) => Promise<void>;
  onChange: () => void;
}

/**
 * Knows how far the local clock is off. `current` changes at once, storage a moment later. Notices
 * steps from its creation on, so create it in the worker's first turn.
 */
export class ClockKeeper implements Cached<ClockSkew>, StepClock {
  readonly loaded: Promise<void>;
  readonly #options: ClockKeeperOptions;
  readonly #steps = new StepDetector();
  #stepsMs = 0;
  #current = UNKNOWN_SKEW;
  #newest: UnixSeconds = -Infinity;
  #saving: Promise<void> = Promise.resolve();

  constructor(options: ClockKeeperOptions) {
    this.#options = options;
    this.loaded = this.#load();
  }

  get current(): ClockSkew {
    return this.#current;
  }

  /** Call this before relying on a clock. */
  check(): void {
    const stepMs = this.#steps.find();
    if (stepMs === 0) return;
    this.#follow(stepMs);
    // The next price shows how far the clock is off now.
    this.#set(UNKNOWN_SKEW);
  }

  /** All steps so far, including the one before this start, in milliseconds. */
  stepsMs(): number {
    this.check();
    return this.#stepsMs;
  }

  /** @param receivedAtMs by the local clock @param trust verdicts under other trust are ignored */
  onPrices(prices: readonly FeedPrice[], receivedAtMs: UnixMilliseconds, trust: string): void {
    this.check();
    const proven = prices.flatMap(({ price }) =>
      price?.proof?.trust === trust && isProven(price) ? price.publishTime : [],
    );
    const publishTime = proven.reduce((newest, time) => Math.max(newest, time), -Infinity);
    this.#set(clockAfterPrice(this.#current, { publishTime, receivedAtMs }, this.#newest));
    this.#newest = Math.max(this.#newest, publishTime);
  }

  /** Drops findings from the previous base URL. */
  resetService(): void {
    this.#newest = -Infinity;
    this.#set(withoutService(this.#current));
  }

  /** Drops everything that depends on signers who are no longer trusted. */
  resetSigners(): void {
    this.#set(UNKNOWN_SKEW);
  }

  async #load(): Promise<void> {
    const [stored, askedAtMs] = await Promise.all([clockSkew.getValue(), lastAskedAt.getValue()]);
    this.check();
    this.#current = stored;
    const nowMs = Date.now();
    const behindMs = askedAtMs - (nowMs - this.#steps.totalMs);
    if (behindMs >= LEAST_STEP_MS) this.#follow(-behindMs);
    if (askedAtMs - nowMs < LEAST_STEP_MS) return;
    // A last response "in the future" would make every price look older than it was.
    await lastAskedAt.update((at) => Math.min(at, nowMs)).catch(() => undefined);
    this.#set(UNKNOWN_SKEW);
  }

  #follow(stepMs: number): void {
    this.#stepsMs += stepMs;
    const followed = this.#options.onStep(stepMs).catch(() => undefined);
    // Before the skew is stored: with the old request time, pages would show prices as stale.
    this.#saving = this.#saving.then(() => followed);
  }

  #set(next: ClockSkew): void {
    if (isDeepEqual(this.#current, next)) return;
    this.#current = next;
    this.#saving = this.#saving
      .then(() => clockSkew.setValue(next))
      .catch(() => console.warn('How far the clock is off could not be stored.'));
    this.#options.onChange();
  }
}

/** Detects steps of the local clock by comparing it with the monotonic clock. */
class StepDetector {
  #reference = readClocks();
  #totalMs = 0;

  /** Since the worker started, in milliseconds. */
  get totalMs(): number {
    return this.#totalMs;
  }

  /** The step since the last call, in milliseconds. */
  find(): number {
    const now = readClocks();
    const reference = this.#reference;
    const stepMs = now.local - reference.local - (now.monotonic - reference.monotonic);
    // The reference stays, so that smaller differences add up.
    if (Math.abs(stepMs) < LEAST_STEP_MS) return 0;
    this.#reference = now;
    this.#totalMs += stepMs;
    return stepMs;
  }
}

function readClocks(): { local: number; monotonic: number } {
  return { local: Date.now(), monotonic: performance.now() };
}
