import { useSyncExternalStore } from 'react';
import { clockSkew } from '@/lib/storage/values/clock.ts';
import type { UnixMilliseconds, UnixSeconds } from '@/lib/base/units.ts';
import { readStored, subscribeStored } from './use-stored.ts';

const TICK_MS = 1_000;
const MINUTE_MS = 60_000;

// One timer per page, so that it shows the same time everywhere.
const readers = new Set<() => void>();
let now = Date.now();
let timer: ReturnType<typeof setInterval> | undefined;
let stopFollowingSkew: (() => void) | undefined;

/**
 * Renders again only when the derived value changes. Uses the local clock, for snoozes, connection
 * attempts and past prices.
 */
export function useClock<Part extends string | number | boolean | null>(
  select: (nowMs: UnixMilliseconds) => Part,
): Part {
  return useSyncExternalStore(subscribeClock, () => select(shownTime()));
}

/** Like {@link useClock} with corrected time, for price ages and market hours. */
export function useCorrectedClock<Part extends string | number | boolean | null>(
  select: (nowMs: UnixMilliseconds) => Part,
): Part {
  // No separate hook for the skew: it would slow down 500 streaming rows.
  return useSyncExternalStore(subscribeClock, () => select(shownTime() - clockSkewMs()));
}

/** Local clock minus true time, as far as the page knows. */
export function clockSkewMs(): number {
  return readStored(clockSkew)?.skewMs ?? 0;
}

/** Start of the current minute, by the local clock. */
export function useMinute(): UnixSeconds {
  return useClock((nowMs) => Math.floor(nowMs / MINUTE_MS) * 60);
}

/** The time of the last tick. No timer runs without readers. */
export function shownTime(): UnixMilliseconds {
  if (timer === undefined && Date.now() - now >= TICK_MS) now = Date.now();
  return now;
}

/** Calls back with each tick. */
export function subscribeClock(onTick: () => void): () => void {
  readers.add(onTick);
  if (timer === undefined) {
    now = Date.now();
    timer = setInterval(tick, TICK_MS);
    stopFollowingSkew = subscribeStored(clockSkew, notifyReaders);
  }
  return () => {
    readers.delete(onTick);
    if (readers.size > 0) return;
    clearInterval(timer);
    timer = undefined;
    stopFollowingSkew?.();
  };
}

function tick(): void {
  now = Date.now();
  notifyReaders();
}

function notifyReaders(): void {
  for (const reader of readers) reader();
}
