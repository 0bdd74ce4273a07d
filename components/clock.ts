import { useSyncExternalStore } from 'react';

const TICK_MS = 1_000;
const MINUTE_MS = 60_000;

// One timer a page. Readers are asked at a tick only: between two ticks a page shows one time.
const readers = new Set<() => void>();
let now = Date.now();
let timer: ReturnType<typeof setInterval> | undefined;

/** What `select` makes of the time (unix milliseconds); renders again only when that changes. */
export function useClock<Part extends string | number | boolean | null>(
  select: (nowMs: number) => Part,
): Part {
  return useSyncExternalStore(subscribe, () => select(shownTime()));
}

/** When the current minute began, in unix seconds. */
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
