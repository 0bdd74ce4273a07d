import { isDeepEqual } from '../base/deep-equal.ts';
import type { JournalEvent } from '../domain/diagnostics/journal-event.ts';
import { clockNotice } from '../domain/prices/clock-words.ts';
import { readLatestPrices } from '../storage/values/latest-prices.ts';
import { afterPrices } from '../domain/prices/clock-by-prices.ts';
import {
  afterAnswer,
  afterJump,
  LEAST_JUMP_MS,
  resumeClock,
  withoutService,
  type ClockKnowledge,
} from '../domain/prices/clock-run.ts';
import type { ClockSkew } from '../domain/prices/clock-skew.ts';
import { clockSkew, knownDelay } from '../storage/values/clock.ts';
import { lastAskedAt } from '../storage/values/prices.ts';
import { isProven, type StoredPrice } from '../domain/prices/stored-price.ts';
import { watchlist } from '../storage/values/watchlist.ts';
import { trustInForce } from '../storage/values/trust-in-force.ts';
import type { UnixMilliseconds, UnixSeconds } from '../base/units.ts';
import type { Cached } from './cached.ts';

/** `null`: the price failed verification. */
interface FeedPrice {
  price: StoredPrice | null;
}

/** Tracks how far the local clock is off. `current` changes at once, storage a moment later. */
export interface ClockKeeper extends Cached<ClockSkew> {
  /** Call this before relying on a clock. */
  check: () => void;
  /** @param receivedAtMs by the local clock @param trust verdicts under other trust are ignored */
  onPrices: (prices: readonly FeedPrice[], receivedAtMs: UnixMilliseconds, trust: string) => void;
  /** Call this when the user decides whether the clock is fast or the prices are late. */
  answer: (answer: 'fast' | 'late') => Promise<void>;
  /** Drops findings from the previous base URL. */
  resetService: () => void;
  /** Drops everything that depends on signers who are no longer trusted. */
  resetSigners: () => void;
}

interface ClockKeeperOptions {
  /**
   * The local clock was stepped, or sleep set it ahead. While no worker ran, only a step back is
   * noticed, with its smallest possible size.
   */
  onJump: (jumpMs: number) => void;
  /** @param jumpMs negative */
  onSetBack: (jumpMs: number) => Promise<void>;
  onChange: () => void;
  record: (event: JournalEvent) => void;
}

/** Notices clock steps from its creation on, so call this in the worker's first turn. */
export function createClockKeeper(options: ClockKeeperOptions): ClockKeeper {
  const { onJump, onSetBack, onChange, record } = options;
  const steps = createStepDetector();
  let known = unknownClock();
  let saving: Promise<void> = Promise.resolve();

  const keeper: ClockKeeper = {
    current: known.skew,
    loaded: load(),
    check,
    onPrices: (prices, receivedAtMs, trust) => {
      check();
      set(afterPrices(known, { ...newestPrice(prices, trust), receivedAtMs }));
    },
    answer: async (answer) => {
      await keeper.loaded;
      check();
      set(afterAnswer(known, answer, Date.now()));
      await saving;
    },
    resetService: () => set(withoutService(known)),
    resetSigners: () => set(unknownClock()),
  };
  return keeper;

  async function load(): Promise<void> {
    const { skew, askedAtMs, newest } = await readStored();
    check();
    const nowMs = Date.now();
    known = { ...known, skew };
    keeper.current = skew;
    const behindMs = askedAtMs - (nowMs - steps.totalMs);
    if (behindMs >= LEAST_JUMP_MS) onJump(-behindMs);
    if (askedAtMs - nowMs >= LEAST_JUMP_MS) await limitAskedAt(nowMs);
    set(resumeClock(skew, { nowMs, pastMs: askedAtMs, newest }));
  }

  function check(): void {
    const jumpMs = steps.find();
    if (jumpMs === 0) return;
    onJump(jumpMs);
    // Runs before the skew is stored: with the old request time, pages would show prices as
    // stale.
    if (jumpMs < 0) saving = saving.then(() => onSetBack(jumpMs)).catch(() => undefined);
    set(afterJump(known, jumpMs, Date.now()));
  }

  function set(next: ClockKnowledge): void {
    const before = known.skew;
    known = next;
    const { skew } = next;
    if (isDeepEqual(before, skew)) return;
    keeper.current = skew;
    if (noticeOf(skew) !== noticeOf(before)) record(journalEvent(skew));
    const isDelayNew = skew.dismissedMs !== before.dismissedMs;
    saving = saving.then(() => storeSkew(skew, isDelayNew));
    onChange();
  }
}

/** A last response "in the future" would make every price look older than it was. */
async function limitAskedAt(nowMs: UnixMilliseconds): Promise<void> {
  await lastAskedAt.update((at) => Math.min(at, nowMs)).catch(() => undefined);
}

async function storeSkew(skew: ClockSkew, isDelayNew: boolean): Promise<void> {
  await Promise.all([
    clockSkew.setValue(skew),
    isDelayNew && knownDelay.setValue(skew.dismissedMs),
  ]).catch(() => console.warn('How far the clock is off could not be stored.'));
}

/** Changes only when users would see a difference. */
function noticeOf(skew: ClockSkew): string | boolean {
  return clockNotice({ ...skew, dismissedMs: null }) ?? skew.isConfirmed;
}

function journalEvent({ skewMs, uncorrectedMs, isConfirmed }: ClockSkew): JournalEvent {
  return { kind: 'clock', skewMs, uncorrectedMs, isConfirmed };
}

/** The newest publish time: of the signed prices, or of all prices if none is signed. */
function newestPrice(prices: readonly FeedPrice[], trust: string) {
  const all = prices.flatMap(({ price }) => price ?? []);
  const proven = all.filter((price) => price.proof?.trust === trust && isProven(price));
  const isSigned = proven.length > 0;
  return { publishTime: newestOf(isSigned ? proven : all), isSigned };
}

async function readStored(): Promise<{
  skew: ClockSkew;
  askedAtMs: UnixMilliseconds;
  newest: UnixSeconds;
}> {
  const [stored, delay, askedAtMs, ids, trust] = await Promise.all([
    clockSkew.getValue(),
    knownDelay.getValue(),
    lastAskedAt.getValue(),
    watchlist.getValue(),
    trustInForce.getValue(),
  ]);
  const latest = await readLatestPrices(ids, trust);
  const proven = [...latest.values()].filter(isProven);
  // Session storage is empty after a browser start.
  const skew = { ...stored, dismissedMs: stored.dismissedMs ?? delay };
  return { skew, askedAtMs, newest: newestOf(proven) };
}

function unknownClock(): ClockKnowledge {
  return resumeClock(clockSkew.fallback, { nowMs: Date.now(), pastMs: 0, newest: -Infinity });
}

function newestOf(prices: readonly StoredPrice[]): UnixSeconds {
  return prices.reduce((newest, { publishTime }) => Math.max(newest, publishTime), -Infinity);
}

/** Detects steps of the local clock by comparing it with the monotonic clock. */
function createStepDetector() {
  let reference = readClocks();
  let totalMs = 0;
  return {
    /** Since the worker started, in milliseconds. */
    get totalMs() {
      return totalMs;
    },
    /** The step since the last call, in milliseconds. */
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
