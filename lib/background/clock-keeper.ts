import type { JournalEvent } from '../diagnostics/journal-event.ts';
import { isDeepEqual } from '../deep-equal.ts';
import { readLatestPrices } from '../storage/latest-prices.ts';
import { afterDate, type DateSeen } from '../prices/clock-by-date.ts';
import { afterPrices } from '../prices/clock-by-prices.ts';
import {
  afterJump,
  LEAST_JUMP_MS,
  resumeClock,
  withoutService,
  type ClockKnowledge,
} from '../prices/clock-run.ts';
import type { ClockSkew } from '../prices/clock-skew.ts';
import { clockNotice } from '../prices/clock-words.ts';
import { clockSkew } from '../storage/clock.ts';
import { isProven, lastAskedAt } from '../storage/prices.ts';
import { watchlist } from '../storage/watchlist.ts';
import { trustInForce } from '../storage/trust-in-force.ts';
import type { JudgedItem } from './judge.ts';
import type { Kept } from './kept.ts';

/** Follows how far the local clock is off. `current` changes at once, storage a moment later. */
export interface ClockKeeper extends Kept<ClockSkew> {
  /** Compares the local clock with the monotonic one; to be called before either is relied on. */
  check: () => void;
  /**
   * @param receivedAtMs unix milliseconds by the local clock
   * @param trust which is in force: what was judged under another says nothing
   */
  onPrices: (judged: readonly JudgedItem[], receivedAtMs: number, trust: string) => void;
  onDate: (seen: DateSeen) => void;
  /** Another service is asked from now on. */
  forgetService: () => void;
  /** Other signers are trusted now: prices that those before signed say nothing of the clock. */
  forgetSigners: () => void;
}

interface ClockKeeperOptions {
  /** @param nowMs corrected time, unix milliseconds */
  isMarketOpen: (feedId: string, nowMs: number) => boolean;
  /**
   * The local clock was stepped by so many milliseconds, or set ahead by a sleep. While no worker
   * ran, only a step back is seen, and at least how large it was.
   */
  onJump: (jumpMs: number) => void;
  /** The local clock was set back by so many milliseconds (negative). */
  onSetBack: (jumpMs: number) => Promise<void>;
  onChange: () => void;
  /** Adds the change to the journal. */
  record: (event: JournalEvent) => void;
}

interface Clocks {
  local: number;
  monotonic: number;
}

/** To be called in the worker's first turn: from then on, jumps of the clock are seen. */
export function createClockKeeper(options: ClockKeeperOptions): ClockKeeper {
  const { isMarketOpen, onJump, onSetBack, onChange, record } = options;
  let known: ClockKnowledge = unknownClock();
  let clocks = readClocks();
  /** How much the clock jumped since the worker started, milliseconds. */
  let jumpedMs = 0;
  let saving: Promise<void> = Promise.resolve();

  const keeper: ClockKeeper = {
    current: known.skew,
    loaded: load(),
    check,
    onPrices: (judged, receivedAtMs, trust) => {
      check();
      const proven = judged.flatMap(({ item, proof }) =>
        item && proof?.trust === trust && isProven({ proof }) ? [item] : [],
      );
      if (proven.length === 0) return;
      const publishTime = newestOf(proven.map(({ price }) => price.publish_time));
      const now = receivedAtMs - known.skew.skewMs;
      const isAnyMarketOpen = () => proven.some(({ id }) => isMarketOpen(id, now));
      set(afterPrices(known, { publishTime, receivedAtMs, isAnyMarketOpen }));
    },
    onDate: (seen) => {
      check();
      set(afterDate(known, seen));
    },
    forgetService: () => set(withoutService(known)),
    forgetSigners: () => set(unknownClock()),
  };
  return keeper;

  async function load(): Promise<void> {
    const [stored, askedAtMs, ids, trust] = await Promise.all([
      clockSkew.getValue(),
      lastAskedAt.getValue(),
      watchlist.getValue(),
      trustInForce.getValue(),
    ]);
    const latest = await readLatestPrices(ids, trust);
    const proven = [...latest.values()].filter(isProven);
    const newest = newestOf(proven.map(({ publishTime }) => publishTime));
    check();
    const nowMs = Date.now();
    known = { ...known, skew: stored };
    keeper.current = stored;
    const behindMs = askedAtMs - (nowMs - jumpedMs);
    if (behindMs >= LEAST_JUMP_MS) onJump(-behindMs);
    // What was asked "in the future" would make every price look older than it was.
    if (askedAtMs - nowMs >= LEAST_JUMP_MS) {
      await lastAskedAt.update((at) => Math.min(at, nowMs)).catch(() => undefined);
    }
    set(resumeClock(stored, { nowMs, pastMs: askedAtMs, newest }));
  }

  function check(): void {
    const now = readClocks();
    const jumpMs = now.local - clocks.local - (now.monotonic - clocks.monotonic);
    // Smaller differences add up: the reference stays.
    if (Math.abs(jumpMs) < LEAST_JUMP_MS) return;
    clocks = now;
    jumpedMs += jumpMs;
    onJump(jumpMs);
    const next = afterJump(known, jumpMs, now.local);
    if (jumpMs > 0) {
      set(next);
      return;
    }
    // Pages would take prices for stale if they read the new skew with the old moment of asking.
    saving = saving.then(() => onSetBack(jumpMs)).catch(() => undefined);
    set(next);
  }

  function set(next: ClockKnowledge): void {
    const before = known.skew;
    known = next;
    if (isDeepEqual(before, next.skew)) return;
    keeper.current = next.skew;
    tellChange(before, next.skew);
    saving = saving
      .then(() => clockSkew.setValue(next.skew))
      .catch(() => console.warn('How far the clock is off could not be stored.'));
    onChange();
  }

  function tellChange(before: ClockSkew, after: ClockSkew): void {
    if (clockNotice(after) === clockNotice(before)) return;
    const { skewMs, isNoticed, uncorrectedMs, isConfirmed } = after;
    record({ kind: 'clock', skewMs, isNoticed, uncorrectedMs, isConfirmed });
  }
}

function unknownClock(): ClockKnowledge {
  return resumeClock(clockSkew.fallback, { nowMs: Date.now(), pastMs: 0, newest: -Infinity });
}

function newestOf(publishTimes: readonly number[]): number {
  return publishTimes.reduce((newest, time) => Math.max(newest, time), -Infinity);
}

function readClocks(): Clocks {
  return { local: Date.now(), monotonic: performance.now() };
}
