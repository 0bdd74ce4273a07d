import { useSyncExternalStore } from 'react';
import { clockSkew } from '@/lib/storage/clock.ts';
import { useStoredPart } from './use-stored.ts';

const TICK_MS = 1_000;
const MINUTE_MS = 60_000;

// One timer a page. Readers are asked at a tick only: between two ticks a page shows one time.
const readers = new Set<() => void>();
let now = Date.now();
let timer: ReturnType<typeof setInterval> | undefined;

/**
 * What `select` makes of the time by the local clock (unix milliseconds); renders again only when
 * that changes. For what was set by that clock: snoozes, attempts, the moments of past prices.
 */
export function useClock<Part extends string | number | boolean | null>(
  select: (nowMs: number) => Part,
): Part {
  return useSyncExternalStore(subscribe, () => select(shownTime()));
}

/** The same with corrected time: for the ages of prices, and for market hours. */
export function useCorrectedClock<Part extends string | number | boolean | null>(
  select: (nowMs: number) => Part,
): Part {
  const skewMs = useClockSkew();
  return useClock((nowMs) => select(nowMs - skewMs));
}

/** Local clock minus true time, milliseconds. */
export function useClockSkew(): number {
  return useStoredPart(clockSkew, skewOf);
}

function skewOf(skew: { skewMs: number } | undefined): number {
  return skew?.skewMs ?? 0;
}

/** When the current minute began by the local clock, in unix seconds. */
export function useMinute(): number {
  return useClock((nowMs) => Math.floor(nowMs / MINUTE_MS) * 60);
}

/** The time of the last tick; while nobody reads the clock it stands still and is set first. */
function shownTime(): number {
  if (timer === undefined && Date.now() - now >= TICK_MS) now = Date.now();
  return now;
}

function subscribe(onTick: () => void): () => void {
  readers.add(onTick);
  if (timer === undefined) {
    now = Date.now();
    timer = setInterval(tick, TICK_MS);
  }
  return () => {
    readers.delete(onTick);
    if (readers.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

function tick(): void {
  now = Date.now();
  for (const reader of readers) reader();
}
